// The state at the cursor as a tree: only what is unfolded is asked for, with one request for each move of the cursor.
import { announce, byId, copy, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { counted, number, parent, token } from "./format.js";
import { visible } from "./json.js";
import { bare } from "./jsonview.js";
import { signOf } from "./changes.js";
import { calm, latest } from "./once.js";

const page = 100;
/** So many requested pages of one list at most, since all are asked for again when the cursor moves. */
const mostPages = 50;

export class TreePane {
	/** @param {Model} model @param {{blame: (pointer: string) => void, breakAt: (pointer: string) => void}} actions */
	constructor(model, actions) {
		this.model = model;
		this.actions = actions;
		this.pane = byId("pane-state");
		this.tree = byId("tree");
		this.title = byId("tree-title");
		this.blank = byId("tree-blank");
		this.search = byId("tree-search", HTMLInputElement);
		this.matches = byId("tree-matches");
		// What is unfolded, by store: pointers, and how many pages of each are shown.
		/** @type {Map<number, Map<string, number>>} */
		this.unfolded = new Map();
		// The answer, by pointer.
		/** @type {Map<string, {kind: string, count: number, children: Child[]}>} */
		this.nodes = new Map();
		/** @type {number|null} */
		this.storeId = null;
		this.known = true;
		this.revision = 0;
		/** Why the state is not known. */
		this.message = "";
		this.loadedAt = "";
		/** @type {Item[]} */
		this.items = [];
		this.selected = "";
		/** @type {HTMLElement[]} */
		this.rows = [];
		this.tools = this.makeTools();
		this.load = latest(() => this.fetch(), 40);
		this.find = latest(() => this.fetchMatches());
		const typed = calm(() => this.find(), 120);
		this.search.addEventListener("input", typed);
		this.search.addEventListener("keydown", (event) => {
			if (event.key === "Escape") {
				this.search.value = "";
				this.find();
				this.tree.focus();
			} else if (event.key === "ArrowDown") /** @type {HTMLElement|null} */ (this.matches.querySelector("button"))?.focus();
			else return;
			event.preventDefault();
			event.stopPropagation();
		});
		this.matches.addEventListener("keydown", (event) => {
			const buttons = /** @type {HTMLElement[]} */ ([...this.matches.querySelectorAll("button")]);
			const here = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
			if (event.key === "ArrowDown") buttons[here + 1]?.focus();
			else if (event.key === "ArrowUp") (buttons[here - 1] ?? this.search).focus();
			else if (event.key === "Escape") this.closeMatches();
			else return;
			event.preventDefault();
			event.stopPropagation();
		});
		this.tree.addEventListener("click", (event) => this.click(event));
		this.tree.addEventListener("keydown", (event) => this.key(event));
		this.tree.addEventListener("pointerover", (event) => this.hover(event));
		model.watch(["cursor", "store", "source", "tail", "pane", "connection", "sources"], () => this.load());
		model.watch(["entry", "pins"], () => this.paint());
	}

	get isShown() {
		return this.model.pane === "state";
	}

	/** @param {number} store */
	pagesOf(store) {
		let pages = this.unfolded.get(store);
		if (!pages) this.unfolded.set(store, (pages = new Map([["", 1]])));
		return pages;
	}

	async fetch() {
		const { model } = this;
		if (!this.isShown) return;
		const store = model.stateStore;
		const source = model.sourceId;
		if (!store || source === null) {
			this.storeId = null;
			this.nodes.clear();
			this.paint();
			return;
		}
		const isNew = !this.unfolded.has(store.id);
		const pages = this.pagesOf(store.id);
		const asked = [...pages].filter(([pointer]) => this.isReachable(pages, pointer));
		const key = `${store.id} ${model.at ?? model.tail?.n} ${store.revision} ${asked.join(" ")} ${model.connection.state}`;
		if (key === this.loadedAt && this.nodes.size) return;
		const at = model.at ?? undefined;
		/** @type {TreeAnswer} */
		const answer = await model.api.post("tree", {
			source,
			store: store.id,
			at,
			nodes: asked.flatMap(([pointer, count]) => Array.from({ length: count }, (_, index) => ({ pointer, from: index * page, count: page }))),
		});
		if (source !== model.sourceId) return;
		if (store !== model.stateStore || at !== (model.at ?? undefined)) this.load();
		this.loadedAt = key;
		this.storeId = store.id;
		this.known = answer.known;
		this.message = answer.message ?? "";
		this.revision = answer.revision;
		this.nodes = new Map();
		for (const node of answer.nodes) {
			if (!node.exists) continue;
			const had = this.nodes.get(node.pointer);
			if (had) had.children.push(...(node.children ?? []));
			else this.nodes.set(node.pointer, { kind: node.kind ?? "null", count: node.count ?? 0, children: node.children ?? [] });
			if (node.pointer === "" && !node.children) this.leaf = { key: "", kind: node.kind ?? "null", text: node.text ?? "", cut: node.cut };
		}
		if (isNew && this.openFirst(pages)) {
			this.load();
			return;
		}
		this.paint();
	}

	// Unfolds what is small, the first time that a store is seen.
	/** @param {Map<string, number>} pages */
	openFirst(pages) {
		const root = this.nodes.get("");
		if (!root || root.children.length > 12) return false;
		for (const child of root.children) {
			if ((child.kind === "object" || child.kind === "array") && child.count && child.count <= 12) pages.set(`/${token(child.key)}`, 1);
		}
		return pages.size > 1;
	}

	// Whether all around it is unfolded.
	/** @param {Map<string, number>} pages @param {string} pointer */
	isReachable(pages, pointer) {
		for (let above = parent(pointer); above !== null; above = parent(above)) if (!pages.has(above)) return false;
		return true;
	}

	// What is seen
	/** @returns {Item[]} */
	flatten() {
		/** @type {Item[]} */
		const items = [];
		const pages = this.storeId === null ? null : this.pagesOf(this.storeId);
		if (!pages) return items;
		const walk = (/** @type {string} */ pointer, /** @type {number} */ depth) => {
			const node = this.nodes.get(pointer);
			if (!node) return;
			for (const child of node.children) {
				const inside = `${pointer}/${token(child.key)}`;
				const open = pages.has(inside) && (child.kind === "object" || child.kind === "array");
				items.push({ pointer: inside, key: child.key, depth, child, open });
				if (open) walk(inside, depth + 1);
			}
			const rest = node.count - node.children.length;
			if (rest > 0) items.push({ pointer, key: "", depth, child: { key: "", kind: "more", text: "" }, open: false, more: rest });
		};
		walk("", 0);
		return items;
	}

	/** What the entry at the cursor has changed in this store: the sign of each pointer. */
	changed() {
		/** @type {Map<string, string>} */
		const signs = new Map();
		const { entry } = this.model;
		if (!entry || entry.row.store !== this.storeId || entry.n !== this.model.shown) return signs;
		for (const { op, path } of entry.difference.operations) {
			if (op === "remove") {
				const above = parent(path);
				if (above !== null && !signs.has(above)) signs.set(above, "within");
				continue;
			}
			signs.set(path, op);
			for (let above = parent(path); above; above = parent(above)) if (!signs.has(above)) signs.set(above, "within");
		}
		return signs;
	}

	paint() {
		if (!this.isShown) return;
		const { model } = this;
		const store = model.store(this.storeId);
		fill(
			this.title,
			store && el("b", {}, store.name),
			store && this.known && el("span", { class: "under" }, ` revision ${number(this.revision)}`),
			model.at !== null && el("span", { class: "moment" }, `at #${number(model.at)}`),
		);
		const rootIsLeaf = this.nodes.has("") && !["object", "array"].includes(this.nodes.get("")?.kind ?? "");
		this.items = this.storeId === null || !this.known ? [] : rootIsLeaf && this.leaf ? [{ pointer: "", key: "state", depth: 0, child: this.leaf, open: false }] : this.flatten();
		const isBlank = this.items.length === 0;
		this.blank.hidden = !isBlank;
		this.tree.hidden = isBlank;
		if (isBlank) this.paintBlank(store);
		const changed = this.changed();
		if (!this.items.some((item) => item.pointer === this.selected)) this.selected = "";
		while (this.rows.length > this.items.length) this.rows.pop()?.remove();
		while (this.rows.length < this.items.length) {
			const row = el("div", { class: "node", role: "treeitem", id: `node-${this.rows.length}` });
			this.rows.push(row);
			this.tree.append(row);
		}
		this.items.forEach((item, index) => this.paintRow(this.rows[index], item, changed.get(item.pointer)));
		this.paintSelection();
	}

	/** @param {HTMLElement} row @param {Item} item @param {string|undefined} sign */
	paintRow(row, item, sign) {
		const { child } = item;
		const isSelected = item.pointer === this.selected && !item.more;
		const state = `${item.pointer} ${item.depth} ${child.kind} ${child.count} ${child.text} ${item.open} ${sign} ${item.more} ${this.isPinned(item.pointer)}`;
		if (row.dataset.state === state) return;
		row.dataset.state = state;
		row.className = `node${sign ? ` ${sign === "within" ? "within" : signOf(sign).tone}` : ""}`;
		row.style.setProperty("--depth", String(item.depth));
		row.setAttribute("aria-level", String(item.depth + 1));
		row.setAttribute("aria-selected", String(isSelected));
		if (item.more) {
			row.removeAttribute("aria-expanded");
			fill(row, el("span", { class: "twisty" }), el("span", { class: "link" }, `Show ${Math.min(page, item.more)} more`), el("span", { class: "count" }, ` ${number(item.more)} are left`));
			return;
		}
		const holds = child.kind === "object" || child.kind === "array";
		if (holds && child.count) row.setAttribute("aria-expanded", String(item.open));
		else row.removeAttribute("aria-expanded");
		const text = visible(child.text) + (child.cut ? "…" : "");
		fill(
			row,
			el("span", { class: "twisty" }, holds && child.count ? icon("chevron") : null),
			el("span", { class: "j-key" }, bare(child.key)),
			el("span", { class: "j-punctuation" }, ": "),
			holds
				? el("span", { class: "j-preview" }, child.count ? (item.open ? counted(child.count, child.kind === "array" ? "element" : "member") : text) : child.kind === "array" ? "[]" : "{}")
				: el("span", { class: `j-${child.kind}` }, text),
			holds && child.count && !item.open && child.kind === "array" ? el("span", { class: "count" }, number(child.count)) : null,
			sign && sign !== "within" ? el("span", { class: `badge ${signOf(sign).tone}`, title: `${signOf(sign).word} by this entry` }, signOf(sign).sign, el("span", { class: "hear" }, ` ${signOf(sign).word} by this entry`)) : null,
			sign === "within" && !item.open ? el("span", { class: "within-dot", title: "something in it was changed by this entry" }, el("span", { class: "hear" }, "changed inside")) : null,
			this.isPinned(item.pointer) ? el("span", { class: "pinned", title: "pinned" }, icon("pin", "pinned")) : null,
		);
	}

	/** @param {Store|null} store */
	paintBlank(store) {
		if (!this.model.source) fill(this.blank, el("h3", {}, "No state"), el("p", {}, "There is no program to look at."));
		else if (!store && !this.model.stateStore) fill(this.blank, el("h3", {}, "No store is open"), el("p", {}, "Its state is shown here when the program opens one."));
		else if (!this.known) fill(this.blank, el("h3", {}, "The state is not known here"), el("p", {}, this.message || "The store was not open yet at this moment, or the entries that led to it were dropped."));
		else if (this.nodes.has("")) fill(this.blank, el("h3", {}, "The state is empty"), el("p", {}, "It has no members."));
		else fill(this.blank, el("p", { class: "note" }, "Reading…"));
	}

	/** @param {string} pointer */
	isPinned(pointer) {
		const store = this.model.store(this.storeId);
		return Boolean(store && this.model.isPinned(store.name, pointer));
	}

	paintSelection() {
		let active = "";
		this.items.forEach((item, index) => {
			const isSelected = !item.more && item.pointer === this.selected && this.selected !== "";
			this.rows[index].classList.toggle("selected", isSelected);
			this.rows[index].setAttribute("aria-selected", String(isSelected));
			if (isSelected) {
				active = this.rows[index].id;
				if (!this.rows.some((row) => row.matches(":hover"))) this.rows[index].append(this.tools);
			}
		});
		if (active) this.tree.setAttribute("aria-activedescendant", active);
		else this.tree.removeAttribute("aria-activedescendant");
	}

	// What can be done with a node

	makeTools() {
		const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ letter, /** @type {() => void} */ work) =>
			el("button", { tabindex: -1, class: "icon-button", "aria-label": label, title: `${label} (${letter})`, onclick: (event) => (event.stopPropagation(), work()) }, icon(name));
		return el(
			"span",
			{ class: "tools" },
			tool("blame", "Who changed this?", "b", () => this.act("b")),
			tool("pin", "Pin", "p", () => this.act("p")),
			tool("copy", "Copy the value", "v", () => this.act("v")),
			tool("pointer", "Copy the pointer", "c", () => this.act("c")),
			tool("break", "Hold the store when this changes", "k", () => this.act("k")),
		);
	}

	/** @param {string} letter */
	async act(letter) {
		const { model } = this;
		const row = this.tools.parentElement;
		const item = this.items[this.rows.indexOf(/** @type {HTMLElement} */ (row))];
		const pointer = item && row?.matches(":hover") ? item.pointer : this.selected || item?.pointer;
		const store = model.store(this.storeId);
		if (pointer === undefined || !store) return;
		if (letter === "b") this.actions.blame(pointer);
		else if (letter === "k") this.actions.breakAt(pointer);
		else if (letter === "p") announce(model.togglePin(store.name, pointer) ? `Pinned ${pointer}` : `${pointer} is no longer pinned`);
		else if (letter === "c") copy(pointer, "the pointer");
		else {
			const value = await model.api.get("value", { source: model.sourceId, store: store.id, at: model.at, pointer });
			copy(value.text, value.cut ? "the beginning of the value" : "the value");
		}
	}

	/** @param {Event} event */
	hover(event) {
		const row = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest(".node"));
		const item = row && this.items[this.rows.indexOf(row)];
		if (row && item && !item.more && this.tools.parentElement !== row) row.append(this.tools);
	}

	/** @param {MouseEvent} event */
	click(event) {
		const row = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest(".node"));
		const item = row && this.items[this.rows.indexOf(row)];
		if (!item) return;
		if (item.more) this.showMore(item.pointer);
		else {
			this.selected = item.pointer;
			this.toggle(item, !item.open);
		}
	}

	/** @param {string} pointer */
	showMore(pointer) {
		if (this.storeId === null) return;
		const pages = this.pagesOf(this.storeId);
		pages.set(pointer, Math.min(mostPages, (pages.get(pointer) ?? 1) + 1));
		this.load();
	}

	/** @param {Item} item @param {boolean} opens */
	toggle(item, opens) {
		const holds = item.child.kind === "object" || item.child.kind === "array";
		if (this.storeId === null || !holds || !item.child.count) {
			this.paintSelection();
			return;
		}
		const pages = this.pagesOf(this.storeId);
		if (opens) pages.set(item.pointer, 1);
		else pages.delete(item.pointer);
		this.paint();
		if (opens) this.load();
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const index = this.items.findIndex((item) => item.pointer === this.selected && !item.more);
		const item = this.items[index];
		const select = (/** @type {number} */ to) => {
			const want = this.items[Math.max(0, Math.min(this.items.length - 1, to))];
			if (!want) return;
			if (want.more) this.showMore(want.pointer);
			else this.selected = want.pointer;
			this.paintSelection();
			this.rows[this.items.indexOf(want)]?.scrollIntoView({ block: "nearest" });
		};
		if (event.key === "ArrowDown") select(index + 1);
		else if (event.key === "ArrowUp") select(index - 1);
		else if (event.key === "Home") select(0);
		else if (event.key === "End") select(this.items.length - 1);
		else if (event.key === "ArrowRight" && item) {
			if (item.open) select(index + 1);
			else this.toggle(item, true);
		} else if (event.key === "ArrowLeft" && item) {
			const above = parent(item.pointer);
			if (item.open) this.toggle(item, false);
			else if (above) {
				this.selected = above;
				this.paintSelection();
			}
		} else if ((event.key === "Enter" || event.key === " ") && item) this.toggle(item, !item.open);
		else if ("bpvck".includes(event.key) && item) this.act(event.key);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	// Search

	async fetchMatches() {
		const { model } = this;
		const text = this.search.value;
		const store = model.stateStore;
		if (!text || !store) {
			this.closeMatches();
			return;
		}
		const found = await model.api.get("search", { source: model.sourceId, store: store.id, at: model.at, text });
		if (text !== this.search.value) return;
		this.matches.hidden = false;
		fill(
			this.matches,
			...found.matches.map((/** @type {{pointer: string, text: string, in: string}} */ match) =>
				el(
					"button",
					{ class: "match", onclick: () => this.reveal(match.pointer) },
					el("span", { class: "match-path" }, match.pointer),
					el("span", { class: "payload" }, visible(match.text)),
					el("span", { class: "match-in" }, match.in),
				),
			),
			found.matches.length === 0 && el("p", { class: "note" }, `Nothing in this state has “${text}”.`),
			found.more && el("p", { class: "note" }, "There are more. Write more of it."),
		);
		announce(`${found.matches.length} found`);
	}

	closeMatches() {
		this.matches.hidden = true;
		fill(this.matches);
		this.search.focus();
	}

	// Unfolds all around a value, and selects it.
	/** @param {string} pointer */
	reveal(pointer) {
		this.matches.hidden = true;
		const store = this.model.stateStore;
		if (!store) return;
		const pages = this.pagesOf(store.id);
		for (let inside = pointer, above = parent(inside); above !== null; inside = above, above = parent(above)) {
			const key = inside.slice(above.length + 1);
			const index = /^\d+$/.test(key) ? Number(key) : 0;
			pages.set(above, Math.min(mostPages, Math.max(pages.get(above) ?? 1, Math.floor(index / page) + 1)));
		}
		this.selected = pointer;
		this.model.show("state");
		this.load();
		const started = performance.now();
		const wait = () => {
			const index = this.items.findIndex((item) => item.pointer === pointer && !item.more);
			if (index >= 0) {
				this.selected = pointer;
				this.paintSelection();
				this.rows[index].scrollIntoView({ block: "center" });
				this.tree.focus({ preventScroll: true });
			} else if (performance.now() - started < 3000) requestAnimationFrame(wait);
		};
		requestAnimationFrame(wait);
	}
}
