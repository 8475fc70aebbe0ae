/** CSS selectors, parsed and checked; safe in a browser. What they find is in ../markup/select.ts. */
import { errorText } from '@pone/schema/error-text.ts'
import { parse, type Selector } from 'css-what'

/** Pseudo-classes that the engine knows: those of a document without a user in front of it, and jQuery's for forms. */
export const pseudoClasses: readonly string[] =
  'any-link button checkbox checked contains disabled empty enabled file first-child first-of-type has header icontains image input is lang last-child last-of-type link matches not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type optional parent password radio read-only read-write required reset root scope selected submit text where'.split(
    ' ',
  )

const withArgument: readonly string[] =
  'contains has icontains is lang matches not nth-child nth-last-child nth-last-of-type nth-of-type where'.split(
    ' ',
  )
const combinators: readonly string[] = [
  'adjacent',
  'child',
  'column-combinator',
  'descendant',
  'parent',
  'sibling',
]

/** Parses a selector. @throws SyntaxError that says what is wrong */
export function parseCssSelector(text: string): Selector[][] {
  let alternatives: Selector[][]
  try {
    alternatives = parse(text)
  } catch (error) {
    throw new SyntaxError(errorText(error), { cause: error })
  }
  for (const selector of alternatives) check(selector)
  return alternatives
}

function check(selector: readonly Selector[]): void {
  if (combinators.includes(selector.at(-1)?.type ?? '')) throw new SyntaxError('the selector ends too early')
  for (const part of selector) {
    if (part.type === 'pseudo-element')
      throw new SyntaxError(`::${part.name} stands for no element of the answer`)
    if (part.type !== 'pseudo') continue
    if (!pseudoClasses.includes(part.name)) throw new SyntaxError(`:${part.name} is not known`)
    if (withArgument.includes(part.name) && part.data === null) {
      throw new SyntaxError(`:${part.name} needs something in parentheses`)
    }
    if (Array.isArray(part.data)) for (const inner of part.data) check(inner)
  }
}
