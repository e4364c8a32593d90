// j and k move between cards; a click on "copy id" copies. Registered once a document.
export default function () {
  if (document.documentElement.dataset.rsKeys) return;
  document.documentElement.dataset.rsKeys = "1";
  const typing = (target) => target.closest("input, textarea, select, [contenteditable=true]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "/") {
      const box = document.querySelector(".st-key-q input");
      if (box) { event.preventDefault(); box.focus(); }
      return;
    }
    if (event.key !== "j" && event.key !== "k") return;
    const cards = [...document.querySelectorAll(".rs-card")];
    if (!cards.length) return;
    const at = cards.indexOf(document.activeElement);
    const next = Math.min(Math.max(at + (event.key === "j" ? 1 : -1), 0), cards.length - 1);
    cards[next].focus();
    cards[next].scrollIntoView({ block: "center" });
  });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.(".rs-copy");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "✓ copied";
    } catch {
      button.textContent = "select and copy it";
    }
  });
}
