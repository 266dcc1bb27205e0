// Wide tables and code blocks scroll by keyboard too; pages opened from disk have no other script of ours.
document.addEventListener("DOMContentLoaded", () => {
  // a section that may be left out (\u2605) waits under its heading; a link into it, a search in the page and paper open it
  document.querySelectorAll(".bd-article section > h2").forEach((heading) => {
    if (!heading.textContent.includes("\u2605")) return;
    const box = Object.assign(document.createElement("details"), { className: "star" }), line = document.createElement("summary");
    heading.before(box);
    while (box.nextSibling) box.append(box.nextSibling);
    line.append(heading);
    box.prepend(line);
  });
  const arrive = () => {
    const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const box = place && (place.closest("details.star") || place.querySelector(":scope > details.star"));
    if (box && !box.open) { box.open = true; place.scrollIntoView(); }
  };
  arrive();
  addEventListener("hashchange", arrive);
  document.querySelectorAll("table").forEach((table) => {
    if (table.closest(".scroll, pre")) return;
    const box = document.createElement("div");
    box.className = "scroll";
    table.replaceWith(box);
    box.append(table);
    table.querySelectorAll("td").forEach((cell) => { if (cell.textContent.length > 80) cell.style.minWidth = "10rem"; });
  });
  document.querySelectorAll(".search-button-field").forEach((button) => button.setAttribute("aria-label", button.textContent.replace(/\s+/g, " ").trim()));
  document.querySelectorAll("summary[aria-label]").forEach((line) => line.removeAttribute("aria-label"));
  const fit = (box) => { // a formula that is too wide is set smaller, down to 55 %; what is wider still scrolls
    const set = box.querySelector("mjx-container"), picture = set && set.querySelector("svg");
    if (!picture) return;
    set.style.fontSize = "";
    for (let size = 100, i = 0; i < 5 && size > 55; i++) {
      const over = box.scrollWidth - box.clientWidth, wide = picture.getBoundingClientRect().width;
      if (over <= 1) break;
      size = Math.max(55, Math.floor((size * (wide - over - 6)) / wide));
      set.style.fontSize = `${size}%`;
    }
  };
  const within = (formula) => { // a formula in a line that is wider than the line scrolls by itself
    formula.classList.remove("wide");
    const set = formula.querySelector("svg") || formula; // the theme cuts the formula itself at the line's width
    formula.classList.toggle("wide", set.getBoundingClientRect().width > formula.closest("p, li, td, th, div").clientWidth + 1);
  };
  const fitted = () => { document.querySelectorAll("div.math").forEach(fit); document.querySelectorAll("span.math").forEach(within); mark(); };
  const mark = () => document.querySelectorAll(".scroll, pre, .math, .explorer .frame").forEach((box) => {
    if (box.scrollWidth > box.clientWidth + 1) {
      box.tabIndex = 0;
      if (box.tagName === "DIV" && !box.getAttribute("role")) { box.setAttribute("role", "region"); box.setAttribute("aria-label", box.classList.contains("math") ? "formula, scrolls sideways" : "scrolls sideways"); }
    }
  });
  const readable = (picture) => { // on a phone a wide picture keeps three quarters of its size, so that its words can be read, and scrolls
    const least = 0.75 * picture.naturalWidth;
    if (least <= picture.clientWidth) return;
    const box = Object.assign(document.createElement("div"), { className: "scroll" });
    picture.replaceWith(box);
    box.append(picture);
    picture.style.cssText = `max-width: none; width: ${least}px`;
    mark();
  };
  if (innerWidth < 600) document.querySelectorAll(".bd-article img[src*='_images/'][src$='.svg']").forEach((picture) => {
    if (picture.complete) readable(picture);
    else picture.addEventListener("load", () => readable(picture), { once: true });
  });
  const facts = document.querySelector(".facts"), cells = document.querySelectorAll("div.cell > div.cell_input");
  if (facts && cells.length) { // one switch for all code; a phone starts without it
    const button = Object.assign(document.createElement("button"), { type: "button", className: "code-switch" });
    const turn = (off) => {
      document.documentElement.classList.toggle("code-off", off);
      button.textContent = off ? "Show the code" : "Hide the code";
    };
    button.addEventListener("click", () => turn(!document.documentElement.classList.contains("code-off")));
    turn(innerWidth < 600 && !/(recipes|index)\.html$/.test(location.pathname));
    facts.append(" ", button);
  }
  const onPaper = () => [...document.querySelectorAll("details")].filter((d) => d.matches(".recipe, .star, :not([class])") || /^\s*Solution/.test(d.textContent));
  let opened = [];
  addEventListener("beforeprint", () => { opened = onPaper().filter((d) => !d.open); opened.forEach((d) => { d.open = true; }); });
  addEventListener("afterprint", () => opened.forEach((d) => { d.open = false; }));
  mark();
  addEventListener("resize", fitted);
  document.querySelectorAll("details").forEach((d) => d.addEventListener("toggle", fitted));
  addEventListener("load", () => window.MathJax?.startup?.promise?.then(fitted));
});
