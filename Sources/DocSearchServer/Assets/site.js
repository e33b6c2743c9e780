// Comforts. Every page works without this.
"use strict";

// Words of the archive while a person types.
const field = document.querySelector("#q");
const list = document.querySelector("#words");
if (field && list) {
  let waiting = 0;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    const typed = field.value;
    if (typed.trim().length < 2 || /\s$/.test(typed)) { list.replaceChildren(); return; }
    waiting = setTimeout(async () => {
      const answer = await fetch(`${field.dataset.suggest}?prefix=${encodeURIComponent(typed)}`).catch(() => null);
      if (!answer || !answer.ok || field.value !== typed) return;
      const words = (await answer.json()).words;
      list.replaceChildren(...words.map((word) => {
        const option = document.createElement("option");
        option.value = word.text;
        return option;
      }));
    }, 150);
  });
}

// Keys: / to the words, arrows and n, p between pages.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
  if (event.key === "/" && field) { event.preventDefault(); field.focus(); field.select(); return; }
  if (target.closest && target.closest(".scroller, .text") && event.key.startsWith("Arrow")) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (link) { event.preventDefault(); link.click(); }
});

// Images that cannot be drawn leave no hole.
for (const image of document.querySelectorAll(".crop img")) {
  const remove = () => image.closest(".crop").remove();
  if (image.complete && image.naturalWidth === 0 && image.currentSrc) remove();
  image.addEventListener("error", remove);
}

// The first hit comes into view.
const first = document.querySelector("#hit-1");
const scroller = document.querySelector(".sheet .scroller");
if (first && scroller && !location.hash) {
  const show = () => {
    const box = first.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    scroller.scrollTop += box.top - frame.top - frame.height / 3;
    scroller.scrollLeft += box.left - frame.left - frame.width / 2;
  };
  const image = scroller.querySelector("img");
  if (image && !image.complete) image.addEventListener("load", show, { once: true });
  show();
}

// Selected words are what is highlighted.
const quote = document.querySelector("#quote");
if (quote) {
  document.addEventListener("selectionchange", () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.anchorNode) return;
    const place = selection.anchorNode.parentElement;
    if (!place || !place.closest(".layer, #text")) return;
    quote.value = selection.toString().trim();
    const text = document.querySelector("#text");
    const start = document.querySelector("#start");
    start.value = "";
    if (text && text.contains(selection.anchorNode)) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const chosen = selection.getRangeAt(0);
      range.setEnd(chosen.startContainer, chosen.startOffset);
      start.value = Array.from(range.toString()).length;
    }
  });
}

// A file of terms is put where they are typed.
const chooser = document.querySelector("#list");
if (chooser) {
  chooser.parentElement.hidden = false;
  chooser.addEventListener("change", async () => {
    if (chooser.files[0]) document.querySelector("#terms").value = (await chooser.files[0].text()).slice(0, 900000);
  });
}
