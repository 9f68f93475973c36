// The banner of a store that is held: one step, or on.
import { announce, byId, el, fill, toast } from "./dom.js";
import { icon } from "./icons.js";
import { inline } from "./jsonview.js";

export class HeldBanner {
	/** @param {Model} model */
	constructor(model) {
		this.model = model;
		this.box = byId("held");
		this.before = "";
		model.watch(["sources", "source", "store", "connection"], () => this.paint());
	}

	/** The held store that matters: the selected one, or the first. */
	get store() {
		const { model } = this;
		const held = (model.source?.stores ?? []).filter((store) => store.held && store.open);
		return held.find((store) => store.id === model.storeId) ?? held[0] ?? null;
	}

	paint() {
		const { model, store } = this;
		const shows = Boolean(store && model.source?.condition === "connected");
		this.box.hidden = !shows;
		if (!store || !shows) {
			this.before = "";
			return;
		}
		const text = store.heldBefore ? ["is held before ", inline(store.heldBefore)] : store.heldBehind ? ["is held behind a change of ", el("code", {}, store.heldBehind)] : ["is held"];
		const others = (model.source?.stores ?? []).filter((each) => each.held && each !== store).length;
		fill(
			this.box,
			icon("held"),
			el("span", { class: "grow held-text" }, el("b", {}, store.name), " ", ...text, others ? `, and ${others} more` : "", model.control ? "." : ". Start the program with ENFOLD_INSPECT=control to let it go on from here."),
			model.control && el("button", { class: "button small", onclick: () => this.step() }, icon("step"), "Step", el("kbd", {}, "F10")),
			model.control && el("button", { class: "button small primary", onclick: () => this.goOn() }, icon("released"), "Go on", el("kbd", {}, "F8")),
		);
		if (this.before !== store.name) announce(`${store.name} is held.`);
		this.before = store.name;
	}

	async step() {
		const store = this.store;
		if (!store || !this.model.control) return;
		const told = await this.model.attempt({ do: "step", store: store.id });
		if (told && told.reply?.done === false) toast("Nothing waits. The next step is taken when something comes.");
	}

	async goOn() {
		const store = this.store;
		if (store && this.model.control) await this.model.attempt({ do: "hold", store: store.id, on: false });
	}
}
