// A little Markdown, as far as Quadrille writes it: headings, paragraphs, lists, code.
import { el } from "./dom.js";

/** The elements that a text in Markdown stands for. */
export function rendered(text) {
  const out = [];
  const lines = text.split("\n");
  while (lines.length) {
    const line = lines.shift();
    if (!line.trim()) continue;
    const fence = line.match(/^(`{3,})/);
    if (fence) {
      const end = lines.findIndex((l) => l.startsWith(fence[1]));
      const code = lines.splice(0, end < 0 ? lines.length : end);
      lines.shift();
      out.push(el("pre", {}, code.join("\n")));
    } else if (line.startsWith("#")) {
      out.push(el("p", {}, el("strong", {}, ...spans(line.replace(/^#+\s*/, "")))));
    } else if (/^[-*] /.test(line)) {
      const items = [line];
      while (/^([-*] |  )/.test(lines[0] ?? "")) items.push(lines.shift());
      const joined = items.join("\n").split(/^[-*] /m).slice(1);
      out.push(el("ul", {}, ...joined.map((item) => el("li", {}, ...spans(item.trim())))));
    } else {
      const paragraph = [line];
      while (lines.length && lines[0].trim() && !/^(`{3}|#|[-*] )/.test(lines[0])) paragraph.push(lines.shift());
      out.push(el("p", {}, ...spans(paragraph.join("\n"))));
    }
  }
  return out;
}

/** Code, words that stand out, and the text between them. */
export function spans(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/s.test(part)) return el("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/s.test(part)) return el("strong", {}, part.slice(2, -2));
    return part;
  });
}
