// Import and export of session files.
import { byId, el, fill, toast } from "./dom.js";
import { Refusal } from "./api.js";

/** A request may have 1 MiB; a piece of text gets up to twice as long when it is written as JSON. */
const piece = 350_000;

const formats = /** @type {[string, string, string][]} */ ([
	["session", "Session file", "all of it, for enfold play and blame"],
	["redux-devtools", "Redux DevTools", "a state with its history"],
	["redux-actions", "Redux actions", "a list of the actions"],
	["perfetto", "Perfetto", "times, for ui.perfetto.dev"],
	["otlp", "OpenTelemetry", "spans as OTLP JSON"],
]);

export class Files {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.picker = byId("file", HTMLInputElement);
		this.menu = byId("export-menu");
		this.items = byId("export-items");
		this.exportButton = byId("export", HTMLButtonElement);
		this.curtain = byId("drop");
		byId("import").addEventListener("click", () => this.picker.click());
		this.picker.addEventListener("change", () => {
			for (const file of this.picker.files ?? []) this.bring(file);
			this.picker.value = "";
		});
		this.exportButton.addEventListener("click", () => this.open(this.menu.hidden));
		document.addEventListener("pointerdown", (event) => {
			const target = /** @type {Node} */ (event.target);
			if (!this.menu.hidden && !this.menu.contains(target) && !this.exportButton.contains(target)) this.open(false);
		});
		this.menu.addEventListener("keydown", (event) => this.key(event));
		let depth = 0;
		const isFile = (/** @type {DragEvent} */ event) => Boolean(event.dataTransfer?.types.includes("Files"));
		document.addEventListener("dragenter", (event) => isFile(event) && ((depth += 1), (this.curtain.hidden = false)));
		document.addEventListener("dragleave", (event) => isFile(event) && ((depth -= 1) || (this.curtain.hidden = true)));
		document.addEventListener("dragover", (event) => event.preventDefault());
		document.addEventListener("drop", (event) => {
			event.preventDefault();
			depth = 0;
			this.curtain.hidden = true;
			for (const file of event.dataTransfer?.files ?? []) this.bring(file);
		});
		model.watch(["source", "sources", "connection"], () => (this.exportButton.disabled = !model.source || model.connection.state !== "on"));
	}

	/** @param {File} file */
	async bring(file) {
		const { model } = this;
		const note = el("div", { class: "toast" }, `Reading ${file.name}…`);
		byId("toasts").append(note);
		try {
			const upload = crypto.randomUUID();
			const decoder = new TextDecoder();
			const send = (/** @type {number} */ part, /** @type {string} */ text, /** @type {boolean} */ last) => model.api.post("import", { upload, name: file.name, part, last, text });
			let part = 0;
			for (let start = 0; start < file.size; start += piece) {
				const bytes = await file.slice(start, start + piece).arrayBuffer();
				await send(part, decoder.decode(bytes, { stream: true }), false);
				part += 1;
				note.textContent = `Reading ${file.name}… ${Math.round((100 * Math.min(file.size, start + piece)) / file.size)} %`;
			}
			const told = await send(part, decoder.decode(), true);
			model.takeSources(await model.api.get("sources"));
			model.selectSource(told.source);
			note.remove();
		} catch (error) {
			note.remove();
			toast(error instanceof Refusal ? `${file.name}: ${error.message}` : `${file.name} could not be sent to the inspector.`, { tone: "bad" });
		}
	}

	/** @param {boolean} opens */
	open(opens) {
		const { model } = this;
		this.menu.hidden = !opens;
		this.exportButton.setAttribute("aria-expanded", String(opens));
		if (!opens) return;
		fill(
			this.items,
			...formats.map(([format, name, about]) => el("button", { role: "menuitem", class: "menu-item", "data-format": format, onclick: () => (this.open(false), this.save(format)) }, el("b", {}, name), el("span", { class: "under" }, about))),
		);
		byId("export-note").textContent = model.store(model.storeId) ? `Only ${model.store(model.storeId)?.name}, where the format has one store.` : "Look into a file before you send it: what is not redacted is in it.";
		this.menu.querySelector("button")?.focus();
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		const items = [...this.menu.querySelectorAll("button")];
		const here = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
		if (event.key === "ArrowDown") items[(here + 1) % items.length].focus();
		else if (event.key === "ArrowUp") items[(here + items.length - 1) % items.length].focus();
		else if (event.key === "Escape") {
			this.open(false);
			this.exportButton.focus();
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** @param {string} format */
	async save(format) {
		const { model } = this;
		try {
			const store = format === "session" ? undefined : (model.storeId ?? model.stateStore?.id);
			const { name, blob } = await model.api.file("export", { source: model.sourceId ?? undefined, format, store });
			const address = URL.createObjectURL(blob);
			el("a", { href: address, download: name }).click();
			setTimeout(() => URL.revokeObjectURL(address), 10_000);
			toast(`Saved ${name}`);
		} catch (error) {
			toast(error instanceof Refusal ? error.message : "The inspector's server does not answer.", { tone: "bad" });
		}
	}
}
