// The top: the programs as tabs, how they are, and the colours of the page.
import { announce, byId, el, fill, toast } from "./dom.js";
import { icon } from "./icons.js";
import { counted } from "./format.js";
import { showHelp } from "./dialog.js";

const conditions = /** @type {Record<Source["condition"], {word: string, tone: string}>} */ ({
	connected: { word: "live", tone: "good" },
	refused: { word: "taken", tone: "warn" },
	closed: { word: "closed", tone: "calm" },
	killed: { word: "killed", tone: "bad" },
	ended: { word: "not recording", tone: "warn" },
	complete: { word: "file", tone: "calm" },
	broken: { word: "broken", tone: "bad" },
});

const sentences = /** @type {Record<Source["condition"], string>} */ ({
	connected: "",
	refused: "Another inspector is connected to it.",
	closed: "The runtime was closed in an orderly way. Everything is here.",
	killed: "The program ended without a word. Everything up to its last entry is here.",
	ended: "Recording was turned off in the program.",
	complete: "",
	broken: "Something in it could not be read. What came before is here.",
});

const themeKey = "enfold-inspect-theme";
const themes = ["auto", "light", "dark"];

export class Header {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.tabs = byId("sources");
		this.forget = byId("forget");
		this.forget.append(icon("close"));
		this.forget.addEventListener("click", () => this.model.source && this.close(this.model.source));
		this.tabs.addEventListener("scroll", () => this.placeForget());
		this.notice = byId("notice");
		this.lost = byId("lost");
		this.welcome = byId("welcome");
		this.main = byId("main");
		this.theme = byId("theme");
		/** @type {Map<number, string>} */
		this.conditions = new Map();
		this.knows = false;
		byId("help").addEventListener("click", showHelp);
		this.theme.addEventListener("click", () => this.setTheme(themes[(themes.indexOf(this.themeName) + 1) % themes.length]));
		this.themeName = "auto";
		this.setTheme(readTheme());
		this.tabs.addEventListener("keydown", (event) => this.key(event));
		model.watch(["sources", "source"], () => {
			this.tell();
			this.paint();
		});
		model.watch(["connection"], () => this.paintConnection());
		model.watch(["counts"], () => this.paintDropped());
	}

	/** @param {string} name */
	setTheme(name) {
		this.themeName = themes.includes(name) ? name : "auto";
		if (this.themeName === "auto") document.documentElement.removeAttribute("data-theme");
		else document.documentElement.setAttribute("data-theme", this.themeName);
		const label = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" }[this.themeName] ?? "";
		fill(this.theme, icon({ auto: "auto", light: "sun", dark: "moon" }[this.themeName] ?? "auto"));
		this.theme.setAttribute("aria-label", label);
		this.theme.title = label;
		try {
			localStorage.setItem(themeKey, this.themeName);
		} catch {
			// It lasts as long as the page.
		}
	}

	/** Says what has changed with the programs. */
	tell() {
		const { model } = this;
		for (const source of model.sources) {
			const before = this.conditions.get(source.id);
			if (before === source.condition) continue;
			if (before === undefined && this.knows && source.condition === "connected" && source.id !== model.sourceId) {
				toast(`${source.name} has started`, { action: "Show it", then: () => model.selectSource(source.id) });
			} else if (before !== undefined) announce(`${source.name}: ${conditions[source.condition].word}`);
			this.conditions.set(source.id, source.condition);
		}
		this.knows = model.loaded;
	}

	paint() {
		const { model } = this;
		const focused = this.tabs.contains(document.activeElement);
		fill(this.tabs, ...model.sources.map((source) => this.tab(source)));
		if (focused) /** @type {HTMLElement|null} */ (this.tabs.querySelector('[aria-selected="true"]'))?.focus();
		const source = model.source;
		this.forget.hidden = !source || !canClose(source);
		if (source) {
			this.forget.setAttribute("aria-label", `Forget ${source.name}`);
			this.forget.title = "Forget it";
		}
		this.placeForget();
		const isEmpty = model.loaded && model.sources.length === 0;
		this.welcome.hidden = !isEmpty;
		this.main.hidden = isEmpty;
		byId("brand").title = model.version ? `Enfold ${model.version}` : "";
		document.title = model.source ? `${model.source.name} – Enfold` : "Enfold";
		this.paintNotice();
		this.paintDropped();
	}

	/** @param {Source} source */
	tab(source) {
		const { model } = this;
		const isSelected = source.id === model.sourceId;
		const { word, tone } = conditions[source.condition];
		const twins = model.sources.some((each) => each !== source && each.name === source.name);
		const about = source.kind === "host" ? `process ${source.pid}` : (source.path ?? "a file");
		return el(
			"div",
			{ class: `source${isSelected ? " selected" : ""}${isSelected && canClose(source) ? " closable" : ""}`, role: "presentation" },
			el(
				"button",
				{ role: "tab", class: "source-tab", "aria-selected": String(isSelected), tabindex: isSelected ? 0 : -1, "aria-controls": "main", title: [about, source.message].filter(Boolean).join("\n"), onclick: () => model.selectSource(source.id) },
				el("span", { class: `lamp ${tone}` }),
				el("span", { class: "source-name" }, source.name),
				twins && source.pid !== undefined ? el("span", { class: "pid" }, String(source.pid)) : null,
				el("span", { class: `condition ${tone}` }, word),
			),
		);
	}

	/** The button lies over the selected tab, but is none of the tabs. */
	placeForget() {
		const tab = /** @type {HTMLElement|null} */ (this.tabs.querySelector(".selected"));
		if (tab) this.forget.style.left = `${tab.offsetLeft + tab.offsetWidth - 26 - this.tabs.scrollLeft}px`;
	}

	/** @param {Source} source */
	async close(source) {
		const { model } = this;
		await model.api.post("close", { source: source.id });
		if (model.sourceId === source.id) model.selectSource(null);
		model.takeSources(await model.api.get("sources"));
	}

	paintNotice() {
		const source = this.model.source;
		// What a killed program has left is the same in all cases.
		const text = source ? (source.condition !== "killed" && source.message) || sentences[source.condition] : "";
		const tone = source ? conditions[source.condition].tone : "calm";
		this.notice.hidden = !text;
		this.notice.className = `notice ${tone}`;
		if (text && source) fill(this.notice, el("b", {}, capital(conditions[source.condition].word)), el("span", {}, text));
	}

	paintDropped() {
		const source = this.model.source;
		const box = byId("dropped");
		box.hidden = !source || !source.dropped;
		if (source && source.dropped) fill(box, icon("dropped"), `${counted(source.dropped, "entry", "entries")} dropped`);
	}

	paintConnection() {
		const { state, why } = this.model.connection;
		this.lost.hidden = state === "on" || state === "waiting";
		document.documentElement.classList.toggle("offline", state === "off" || state === "refused");
		if (state === "refused") {
			fill(this.lost, el("b", {}, "This page is not allowed in."), el("span", {}, "Its token is not the server's. Open the address that enfold inspect has printed: it ends in #t=…"));
		} else if (state === "off") {
			fill(this.lost, el("span", { class: "spinner", "aria-hidden": "true" }), el("b", {}, "The inspector's server does not answer."), el("span", {}, why || "What was seen stays here. It is tried again; if enfold inspect was started anew, open the address that it prints."));
		}
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
		const { model } = this;
		const index = model.sources.findIndex((source) => source.id === model.sourceId);
		const next = model.sources[index + (event.key === "ArrowLeft" ? -1 : 1)];
		if (next) model.selectSource(next.id);
		event.preventDefault();
		event.stopPropagation();
	}
}

/** @param {Source} source */
const canClose = (source) => source.condition !== "connected" && source.condition !== "refused";

/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** @returns {string} */
function readTheme() {
	try {
		return localStorage.getItem(themeKey) ?? "auto";
	} catch {
		return "auto";
	}
}
