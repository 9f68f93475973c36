// Sends an action: an editor that knows what can stand at the caret, templates, and what was sent.
import { announce, byId, el, fill, toast } from "./dom.js";
import { icon } from "./icons.js";
import { clock, unitsOf } from "./format.js";
import { visible } from "./json.js";
import { inline } from "./jsonview.js";
import { latest } from "./once.js";
import { Refusal } from "./api.js";
import { casesOf } from "./schema.js";

export class SendPane {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.blank = byId("send-blank");
		this.body = byId("send-body");
		this.store = byId("send-store", HTMLSelectElement);
		this.editor = byId("send-text", HTMLTextAreaElement);
		this.popup = byId("completions");
		this.hint = byId("send-hint");
		this.error = byId("send-error");
		this.templates = byId("templates");
		this.history = byId("sent");
		/** @type {{replaced: number, candidates: string[], cursor: number}} */
		this.completion = { replaced: 0, candidates: [], cursor: 0 };
		this.chosen = 0;
		this.shownStore = -1;
		/** @type {{text: string, store: string, time: string, problem: string}[]} */
		this.sent = [];
		this.complete = latest(() => this.fetchCompletion());
		byId("send-button").addEventListener("click", () => this.send());
		this.editor.addEventListener("input", () => {
			this.error.hidden = true;
			this.complete();
		});
		this.editor.addEventListener("click", () => this.closePopup());
		this.editor.addEventListener("blur", () => this.closePopup());
		this.editor.addEventListener("keydown", (event) => this.key(event));
		this.store.addEventListener("change", () => this.paintTemplates());
		this.popup.addEventListener("pointerdown", (event) => {
			const option = /** @type {Element} */ (event.target).closest("[data-index]");
			if (option) this.take(Number(option.getAttribute("data-index")));
			event.preventDefault();
		});
		model.watch(["sources", "source", "store", "pane", "connection"], () => this.paint());
	}

	get storeId() {
		return this.store.value ? Number(this.store.value) : null;
	}

	paint() {
		const { model } = this;
		if (model.pane !== "send") return;
		const open = model.source?.stores.filter((store) => store.open) ?? [];
		const can = model.control && open.length > 0;
		this.blank.hidden = can;
		this.body.hidden = !can;
		if (!can) {
			fill(this.blank, ...controlWords(model, "Actions can be sent"));
			return;
		}
		const now = this.store.value;
		const selected = model.storeId !== null && model.storeId !== this.shownStore ? String(model.storeId) : now || String(model.stateStore?.id ?? "");
		this.shownStore = model.storeId ?? this.shownStore;
		fill(this.store, ...open.map((store) => el("option", { value: store.id }, store.name)));
		this.store.value = open.some((store) => String(store.id) === selected) ? selected : String(open[0].id);
		if (this.store.value !== now || !this.templates.childElementCount) this.paintTemplates();
	}

	async paintTemplates() {
		const store = this.model.store(this.storeId);
		if (!store) return;
		const cases = await casesOf(this.model, store);
		if (this.storeId !== store.id) return;
		fill(
			this.templates,
			...cases.map((each) =>
				el(
					"button",
					{ class: "template", onclick: () => this.insert(each.example) },
					el("span", { class: "type" }, each.name),
					each.payload && each.payload !== "{}" ? el("span", { class: "payload" }, each.payload) : null,
				),
			),
			cases.length === 0 && el("p", { class: "note" }, "The feature does not say which actions it knows. Any JSON can be sent."),
		);
	}

	/** @param {string} example */
	insert(example) {
		this.editor.value = example;
		this.error.hidden = true;
		this.editor.focus();
		// The first value to be written is selected.
		const place = example.search(/"…"|"string"|(?<=[:[])(?:0|""|null|false|true)(?=[,}\]])/);
		if (place >= 0) {
			const found = /** @type {RegExpMatchArray} */ (/^("…"|"string"|""|\w+)/.exec(example.slice(place)));
			const isText = found[0].startsWith('"');
			this.editor.setSelectionRange(place + (isText ? 1 : 0), place + found[0].length - (isText ? 1 : 0));
		}
	}

	// Completion

	async fetchCompletion() {
		const { editor, model } = this;
		const text = editor.value;
		const caret = editor.selectionStart;
		let told;
		try {
			told = await model.api.post("complete", { source: model.sourceId, store: this.storeId, text, cursor: caret });
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return;
		}
		if (editor.value !== text || editor.selectionStart !== caret || document.activeElement !== editor) return;
		this.completion = { replaced: told.replaced, candidates: told.candidates ?? [], cursor: caret };
		this.chosen = 0;
		this.hint.textContent = told.hint ? visible(told.hint) : "";
		this.paintPopup();
	}

	paintPopup() {
		const { candidates } = this.completion;
		this.popup.hidden = candidates.length === 0;
		this.editor.setAttribute("aria-expanded", String(candidates.length > 0));
		if (!candidates.length) {
			this.editor.removeAttribute("aria-activedescendant");
			return;
		}
		fill(
			this.popup,
			...candidates.slice(0, 50).map((text, index) => el("div", { class: `candidate${index === this.chosen ? " selected" : ""}`, role: "option", id: `candidate-${index}`, "data-index": index, "aria-selected": String(index === this.chosen) }, visible(text))),
		);
		this.editor.setAttribute("aria-activedescendant", `candidate-${this.chosen}`);
		const place = this.caretPlace(this.editor.value.slice(0, this.completion.cursor));
		this.popup.style.left = `${Math.min(place.x, this.editor.clientWidth - 200)}px`;
		this.popup.style.top = `${place.y + 6}px`;
		this.popup.children[this.chosen]?.scrollIntoView({ block: "nearest" });
	}

	// Where the caret is in the editor: a copy of the text before it is measured.
	/** @param {string} before */
	caretPlace(before) {
		const copy = el("div", { class: "send-text measure", "aria-hidden": "true" }, before);
		const end = el("span", {}, "\u200b");
		copy.append(end);
		this.editor.after(copy);
		copy.style.width = `${this.editor.clientWidth}px`;
		const place = { x: end.offsetLeft, y: end.offsetTop + end.offsetHeight - this.editor.scrollTop };
		copy.remove();
		return place;
	}

	/** @param {number} index */
	take(index) {
		const { editor, completion } = this;
		const text = completion.candidates[index];
		if (text === undefined) return;
		const start = completion.cursor - completion.replaced;
		editor.focus();
		editor.setSelectionRange(start, completion.cursor);
		editor.setRangeText(text, start, completion.cursor, "end");
		this.closePopup();
		this.complete();
	}

	closePopup() {
		this.popup.hidden = true;
		this.completion.candidates = [];
		this.editor.setAttribute("aria-expanded", "false");
		this.editor.removeAttribute("aria-activedescendant");
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		const count = Math.min(50, this.completion.candidates.length);
		const isOpen = !this.popup.hidden;
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.send();
		else if (event.key === " " && event.ctrlKey) this.complete();
		else if (isOpen && event.key === "ArrowDown") this.choose((this.chosen + 1) % count);
		else if (isOpen && event.key === "ArrowUp") this.choose((this.chosen + count - 1) % count);
		else if (isOpen && (event.key === "Tab" || event.key === "Enter") && !event.shiftKey) this.take(this.chosen);
		else if (isOpen && event.key === "Escape") this.closePopup();
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** @param {number} index */
	choose(index) {
		this.chosen = index;
		this.paintPopup();
	}

	// Sending

	async send() {
		const { model, editor } = this;
		const store = model.store(this.storeId);
		const text = editor.value.trim();
		if (!store || !text) return;
		const shift = editor.value.indexOf(text);
		let problem = "";
		this.error.hidden = true;
		try {
			const told = await model.command({ do: "send", store: store.id, action: text });
			announce("Sent.");
			if (told.reply?.queued) toast(store.held ? "It is kept back, because the store is held." : "It waits for the program's next turn.");
			model.live();
		} catch (error) {
			if (!(error instanceof Refusal)) problem = "The inspector's server does not answer.";
			else {
				problem = error.message;
				this.showError(error, text, shift);
			}
		}
		this.sent.unshift({ text, store: store.name, time: new Date().toISOString(), problem });
		this.sent.length = Math.min(this.sent.length, 50);
		this.paintHistory();
	}

	/** @param {Refusal} refusal @param {string} text @param {number} shift */
	showError(refusal, text, shift) {
		this.error.hidden = false;
		const parts = [];
		if (refusal.offset !== undefined) {
			const place = unitsOf(text, refusal.offset);
			const start = text.lastIndexOf("\n", place - 1) + 1;
			const end = text.indexOf("\n", place);
			const from = Math.max(start, place - 40);
			const line = text.slice(from, Math.min(end < 0 ? text.length : end, from + 80));
			parts.push(el("pre", { class: "caret" }, `${from > start ? "…" : ""}${line}\n${" ".repeat(place - from + (from > start ? 1 : 0))}^`));
			this.editor.focus();
			this.editor.setSelectionRange(place + shift, place + shift);
		}
		fill(this.error, ...parts, el("p", {}, visible(refusal.message)), refusal.status ? el("p", { class: "under code" }, refusal.status) : null);
	}

	paintHistory() {
		fill(
			this.history,
			...this.sent.map(({ text, store, time, problem }) =>
				el(
					"button",
					{ class: "sent", title: problem || "Put it into the editor", onclick: () => this.insert(text) },
					icon(problem ? "dropped" : "checkpoint", problem ? "refused" : "sent"),
					el("span", { class: "sent-text" }, inline(text)),
					el("span", { class: "under" }, `${store} · ${clock(time)}`),
				),
			),
			this.sent.length === 0 && el("p", { class: "note" }, "What you send is listed here."),
		);
	}
}

// Why nothing can be commanded here.
/** @param {Model} model @param {string} what */
export function controlWords(model, what) {
	const source = model.source;
	if (!source) return [el("h3", {}, "No program"), el("p", {}, `${what} when a program is connected.`)];
	if (source.kind === "file") return [el("h3", {}, "This is a file"), el("p", {}, `${what} to a running program only.`)];
	if (source.condition !== "connected" || model.connection.state !== "on") return [el("h3", {}, "Nobody listens"), el("p", {}, `${what} while the program is connected.`)];
	if (!source.control) {
		return [el("h3", {}, "This program only shows"), el("p", {}, `${what} if it was started with`), el("pre", { class: "command" }, `ENFOLD_INSPECT=control ./${source.name}`)];
	}
	return [el("h3", {}, "No store is open"), el("p", {}, `${what} when there is one.`)];
}
