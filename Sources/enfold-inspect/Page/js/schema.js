// The actions that a store understands, asked for once for each store.
import { Refusal } from "./api.js";

/** @type {Map<number, Promise<Case[]>>} */
const asked = new Map();

/** @param {Model} model @param {Store} store */
export function casesOf(model, store) {
	if (model.source?.kind !== "host" || model.source.condition !== "connected") return Promise.resolve([]);
	let cases = asked.get(store.id);
	if (!cases) {
		cases = model.api.get("schema", { source: model.sourceId, store: store.id }).then(
			(told) => told.cases ?? [],
			(error) => {
				asked.delete(store.id);
				if (error instanceof Refusal) return [];
				throw error;
			},
		);
		asked.set(store.id, cases);
	}
	return cases;
}
