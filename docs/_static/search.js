// The ranking of docs/search.py in the browser: `rank` there and here are compared by a test. SEARCH is the index of the build.
const stem = (word) => {
  const ending = SEARCH.endings.find((e) => word.endsWith(e) && word.length - e.length >= 4);
  return ending ? word.slice(0, -ending.length).replace(/([bdgmnprt])\1$/, "$1") : word;
};
const stems = (text) => {
  const plain = text.toLowerCase().replace(/['\u2019]s?\b/g, "").replace(/\bcross[ -]valid/g, "crossvalid");
  return (plain.match(/[a-z0-9]+/g) || []).filter((word) => !SEARCH.stop.includes(word)).map(stem);
};
const expanded = (query) => {
  const own = stems(query), found = new Map(own.map((word) => [word, 1]));
  own.slice(1).forEach((word, i) => found.set(`${own[i]} ${word}`, SEARCH.pair));
  for (const group of SEARCH.synonyms)
    if (group.some((phrase) => own.some((_, i) => phrase.every((word, j) => own[i + j] === word))))
      for (const word of group.flat()) if (!found.has(word)) found.set(word, SEARCH.synonym);
  return found;
};
function rank(query) {
  const scores = new Map(), has = new Map();
  let total = 0;
  for (const [word, weight] of expanded(query)) {
    const [rare, ...row] = Object.hasOwn(SEARCH.weights, word) ? SEARCH.weights[word] : [SEARCH.unknown];
    if (weight === 1) total += rare;
    for (let k = 0; k < row.length; k += 2) {
      scores.set(row[k], (scores.get(row[k]) || 0) + weight * row[k + 1]);
      if (weight === 1) has.set(row[k], (has.get(row[k]) || 0) + rare);
    }
  }
  const exact = (i) => (SEARCH.pages[i][1] === query.trim() ? 1000 : 0);
  const final = [...scores].map(([i, score]) => [i, score * (0.25 + 0.75 * (has.get(i) || 0) / (total || 1)) + exact(i)]);
  return final.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}
function best(headings, asked) { // the heading that has most of the words that were typed
  let most = 0, found = null;
  for (const [anchor, heading] of headings) {
    const said = new Set(stems(heading));
    const count = [...asked].reduce((sum, [word, weight]) => sum + (weight === 1 && said.has(word) ? 1 : 0), 0);
    if (count > most) [most, found] = [count, [anchor, heading]];
  }
  return found;
}
function show(query) {
  const list = document.getElementById("search-results"), asked = expanded(query), found = rank(query);
  const link = (address, words) => Object.assign(document.createElement("a"), { href: address, textContent: words });
  list.replaceChildren(...found.slice(0, 20).map(([i]) => {
    const [address, title, lead, headings] = SEARCH.pages[i], item = document.createElement("li"), heading = best(headings, asked);
    item.append(link(address, title));
    if (heading) item.append(" \u203a ", link(`${address}#${heading[0]}`, heading[1]));
    if (lead) item.append(Object.assign(document.createElement("p"), { textContent: lead }));
    return item;
  }));
  const count = found.length ? `${Math.min(found.length, 20)} pages, the best first` : "Nothing found: try one word, such as accuracy, compare, folds or groups";
  document.getElementById("search-count").textContent = query ? count : "";
}
document.addEventListener("DOMContentLoaded", () => {
  const query = new URLSearchParams(location.search).get("q") || "", field = document.querySelector(".bd-search-container input[name=q]");
  if (field) field.value = query;
  show(query);
});
