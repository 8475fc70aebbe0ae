/** The shape of the tables of help. */

/**
 * Help by the place of a field, as `placeOf` names it; `<last part of the element's id>:<place>` holds for that element
 * only. One or two sentences: what it is, its unit, what an empty field means, when to change it.
 */
export type HelpTable = Readonly<Record<string, readonly [zh: string, en: string]>>
