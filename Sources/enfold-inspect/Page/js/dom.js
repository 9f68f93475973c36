// Makes elements. Data gets into the page as text only.

/**
 * @param {Element} element
 * @param {Attributes} attributes functions are listeners ("onclick"); false, null and undefined leave an attribute out
 */
export function set(element, attributes) {
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === "function") element.addEventListener(name.slice(2), value);
		else if (value === false || value === null || value === undefined) element.removeAttribute(name);
		else element.setAttribute(name, value === true ? "" : String(value));
	}
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Part} parts
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes, ...parts) {
	const element = document.createElement(tag);
	if (element instanceof HTMLButtonElement) element.type = "button";
	if (attributes) set(element, attributes);
	append(element, parts);
	return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Part} parts
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes, ...parts) {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
	if (attributes) set(element, attributes);
	append(element, parts);
	return element;
}

/** @param {Element} element @param {Part[]} parts */
function append(element, parts) {
	for (const part of parts) if (part !== null && part !== undefined && part !== false) element.append(part);
}

// Puts other parts into an element.
/** @param {Element} element @param {...Part} parts */
export function fill(element, ...parts) {
	element.replaceChildren();
	append(element, parts);
}

// What a pane shows that has nothing to show.
/** @param {string} title @param {...Part} text */
export const blank = (title, ...text) => el("div", { class: "blank" }, el("h3", {}, title), el("p", {}, ...text));

/**
 * The element of index.html with this id.
 * @template {HTMLElement} T
 * @param {string} id @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
	const element = document.getElementById(id);
	if (!(element instanceof (kind ?? Element))) throw new Error(`index.html has no #${id}`);
	return /** @type {T} */ (element);
}

// Whether keys belong to what is focused, because text is written there.
/** @param {EventTarget|null} target */
export function isWriting(target) {
	return (
		target instanceof HTMLTextAreaElement ||
		target instanceof HTMLSelectElement ||
		(target instanceof HTMLInputElement && !["range", "checkbox", "radio", "button"].includes(target.type))
	);
}

// Says something to people who listen to the page.
/** @param {string} text */
export function announce(text) {
	byId("announcer").textContent = text;
}

/**
 * Shows a short message for some seconds.
 * @param {string} text
 * @param {{tone?: "bad", action?: string, then?: () => void}} [options]
 */
export function toast(text, options = {}) {
	const box = el("div", { class: options.tone === "bad" ? "toast bad" : "toast" }, el("span", {}, text));
	if (options.action) {
		const then = options.then;
		box.append(
			el("button", { class: "link", onclick: () => (box.remove(), then && then()) }, options.action),
		);
	}
	byId("toasts").append(box);
	setTimeout(() => box.remove(), options.action ? 12000 : 4000);
}

/** @param {string} text @param {string} what */
export async function copy(text, what) {
	try {
		await navigator.clipboard.writeText(text);
		toast(`Copied ${what}`);
	} catch {
		toast("The browser did not let the page copy.", { tone: "bad" });
	}
}
