/**
 * Which text of a file a message may repeat: a damaged file has key material in unexpected places.
 */

/** Short words in lower or camel case; base64 of key bytes has digits, padding or wild capitals. */
const word = /^\.?[a-z]{1,16}$|^[A-Za-z]?[a-z]{2,}(?:[A-Z][a-z]{2,}){0,4}$/

/** Names of resources and of API versions: words joined by dots, dashes and slashes. */
const dotted = /^(?:\*|[a-z]+[0-9]{0,2})(?:[./-](?:\*|[a-z]+[0-9]{0,2}))*\.?$/

/** Whether the text can be repeated without giving away a piece of a key. */
export const isHarmless = (text: string): boolean =>
  text.length <= 48 && (word.test(text) || dotted.test(text))

/** `"text"` when it may be repeated, otherwise nothing: `quoted(' found', text)` is ` found "text"` or ``. */
export const quoted = (before: string, text: string): string =>
  isHarmless(text) ? `${before} "${text}"` : ''
