// What the pages do beyond showing: they search, copy, and open their lists of contents where there is room.
// All pages can be read without this script. It asks nobody: the index of words comes from the folder of the site.
"use strict";
(() => {
  const root = new URL(".", document.currentScript.src).href;
  const maxResults = 12;

  // --- Search. The file search-index.js is loaded when the field is used for the first time.

  /** The words of a text, as the index has them. */
  const wordsOf = (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

  /** Loads the index, and unpacks its words: behind each stand the places that have it, as differences in base 36. */
  const loadIndex = () => new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onerror = () => fail(new Error("the index of words is not there"));
    script.onload = () => {
      const { pages, places, words } = globalThis.quadrilleIndex;
      const unpacked = words.split("\n").map((line) => {
        const [word, ...steps] = line.split(" ");
        let place = 0;
        return [word, steps.map((step) => (place += parseInt(step, 36)))];
      });
      done({ places: places.map(([page, anchor, heading]) => ({ page: pages[page], anchor, heading })), words: unpacked });
    };
    document.head.append(script);
  });

  /** How well a heading answers: words that stand in it count more than those of its text. */
  const headingScore = (text, asked) => {
    const there = wordsOf(text);
    return asked.filter((word) => there.includes(word)).length * 4 + (there.join(" ") === asked.join(" ") ? 8 : 0);
  };

  /** Lists the places that have all words, or words that begin so, the best one first. */
  const findPlaces = (index, query) => {
    const asked = wordsOf(query);
    let scores;
    for (const word of asked) {
      const hits = new Map();
      for (const [known, places] of index.words) {
        if (!known.startsWith(word)) continue;
        for (const place of places) hits.set(place, Math.max(hits.get(place) ?? 0, known === word ? 2 : 1));
      }
      scores = scores ? new Map([...scores].filter(([p]) => hits.has(p)).map(([p, s]) => [p, s + hits.get(p)])) : hits;
    }
    return [...(scores ?? [])].map(([k, score]) => {
      const place = index.places[k];
      return { place, k, score: score + headingScore(place.heading || place.page[0], asked) };
    }).sort((a, b) => b.score - a.score || a.k - b.k).map((found) => found.place);
  };

  /** A line of the answer: a link to the place, and the page that it is on. */
  const resultLine = ({ page: [title, path, section], anchor, heading }) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + path + (anchor && "#" + anchor);
    link.textContent = heading || title;
    const where = document.createElement("span");
    where.textContent = [section, heading && title].filter((name) => name && name !== link.textContent).join(" › ");
    link.append(where);
    line.append(link);
    return line;
  };

  const startSearch = () => {
    const box = document.querySelector(".search");
    const [field, status, list] = ["input", "p", "ol"].map((name) => box.querySelector(name));
    let index;
    box.hidden = false;

    const answer = async () => {
      const query = field.value;
      index ??= loadIndex();
      try {
        const found = findPlaces(await index, query);
        if (query !== field.value) return; // more was typed meanwhile
        list.replaceChildren(...found.slice(0, maxResults).map(resultLine));
        status.textContent = found.length > maxResults ? `The first ${maxResults} of ${found.length} places` :
          found.length === 1 ? "1 place" : `${found.length} places`;
      } catch (error) {
        status.textContent = `There is no search: ${error.message}.`;
      }
      box.classList.toggle("open", wordsOf(query).length > 0);
    };
    const close = () => box.classList.remove("open");

    field.addEventListener("input", answer);
    field.addEventListener("focus", answer);
    box.addEventListener("focusout", (e) => box.contains(e.relatedTarget) || close());
    box.addEventListener("click", (e) => e.target.closest("a") && close());
    box.addEventListener("keydown", (e) => {
      const stops = [field, ...list.querySelectorAll("a")];
      const at = stops.indexOf(document.activeElement);
      const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[e.key];
      if (next !== undefined) {
        stops[Math.min(Math.max(next, 0), stops.length - 1)].focus();
        e.preventDefault();
      } else if (e.key === "Escape") {
        field.focus();
        close();
      } else if (e.key === "Enter" && at === 0 && stops[1]) {
        stops[1].click();
      }
    });
    document.addEventListener("keydown", (e) => {
      if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || document.activeElement.matches("input, textarea")) return;
      e.preventDefault();
      field.focus();
    });
  };

  // --- Copy: the text of a puzzle, or the commands of a session.

  const copiedText = (pre) => pre.matches(".console") ?
    [...pre.querySelectorAll("b")].map((line) => line.textContent.replace(/^\$ /, "") + "\n").join("") : pre.textContent;

  const addCopyButtons = () => {
    if (!navigator.clipboard) return;
    for (const pre of document.querySelectorAll("pre.puz, pre.console, pre.sh")) {
      const text = copiedText(pre);
      const button = document.createElement("button");
      button.textContent = "copy";
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(text);
        button.textContent = "copied";
        setTimeout(() => { button.textContent = "copy"; }, 2000);
      });
      if (pre.matches(".puz")) pre.previousElementSibling.append(button);
      else pre.prepend(button);
    }
  };

  // --- Room: lists of contents are open where the style sheet has room for them, and keys can scroll what is too wide.

  const openContents = () => {
    for (const [list, width] of [["nav.site", "60rem"], ["nav.toc", "76rem"]]) {
      const room = matchMedia(`(min-width: ${width})`);
      const details = document.querySelector(`${list} details`);
      if (!details) continue;
      details.open = room.matches;
      room.addEventListener("change", () => { details.open = room.matches; });
    }
  };

  const markScrolled = () => {
    for (const e of document.querySelectorAll("main pre, main table")) {
      if (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight) e.tabIndex = 0;
      else e.removeAttribute("tabindex");
    }
  };

  startSearch();
  addCopyButtons();
  openContents();
  markScrolled();
  addEventListener("resize", markScrolled);
})();
