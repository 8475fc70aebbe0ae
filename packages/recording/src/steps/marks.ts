/** Marks stand for expressions in texts that are no templates yet, so that the rest of such a text can be escaped. */

// Characters of private use, which texts of requests do not contain.
const mark = /\ue000(\d+)\ue001/g

export class Marks {
  readonly #expressions: string[] = []
  readonly #positions = new Map<string, number>()

  /** @param expression as it stands in a template, e.g. `${token}` */
  of(expression: string): string {
    const known = this.#positions.get(expression)
    if (known !== undefined) return `\ue000${known}\ue001`
    this.#positions.set(expression, this.#expressions.length)
    this.#expressions.push(expression)
    return `\ue000${this.#expressions.length - 1}\ue001`
  }

  /** The text with a tool function around each of its expressions. */
  wrapped(text: string, call: 'json' | 'urlEncode'): string {
    return text.replaceAll(mark, (_, index: string) =>
      this.of(`\${${call}(${this.#expressions[Number(index)] ?? ''})}`),
    )
  }

  /** The text with the expressions in place of their marks. */
  resolved(text: string): string {
    return text.replaceAll(mark, (whole, index: string) => this.#expressions[Number(index)] ?? whole)
  }
}
