/** Which template of a production mix a request of a run belongs to; pure. */
import { foldedSegment, isFolded, isStaticKey } from '@pone/plan/production-mix/segments.ts'
import { changingPart, type LabelRequest } from '@pone/plan/scenario/label-requests.ts'

export interface KnownTemplate {
  readonly method: string
  readonly path: string
}

export const templateName = ({ method, path }: KnownTemplate): string => `${method} ${path}`

/** A name of a step is cut to this. */
const maxNameLength = 128
const anyValue = '{name}'

/** `static`: a file, which no mix has. null: none, or several that fit alike. */
export function templateOf<T extends KnownTemplate>(
  { name, method, path }: LabelRequest,
  templates: readonly T[],
): T | 'static' | null {
  if (path === null) return null
  if (isStaticFile(method, path)) return 'static'
  const segments = path.split('/')
  const fitting = templates.flatMap(template => {
    const score = template.method === method ? scoreOf(segments, template.path.split('/')) : null
    return score === null ? [] : [{ template, score }]
  })
  // Steps that are made of a mix are named by their templates.
  const named = fitting.find(({ template }) => templateName(template).slice(0, maxNameLength).trim() === name)
  if (named !== undefined) return named.template
  const best = fitting.reduce((most, { score }) => Math.max(most, score), 0)
  const [first, second] = fitting.filter(({ score }) => score === best)
  return first === undefined || second !== undefined ? null : first.template
}

function isStaticFile(method: string, path: string): boolean {
  const folded = foldedSegment(path.split('/').at(-1) ?? '')
  return folded !== null && isStaticKey(folded) && (method === 'GET' || method === 'HEAD')
}

/** The more exactly the segments agree the higher; null where one does not. */
function scoreOf(sent: readonly string[], wanted: readonly string[]): number | null {
  if (sent.length !== wanted.length) return null
  let score = 1
  for (const [at, segment] of sent.entries()) {
    const own = segmentScore(segment, wanted[at] ?? '')
    if (own === 0) return null
    score += own
  }
  return score
}

function segmentScore(sent: string, wanted: string): number {
  if (!isFolded(wanted)) return sent === wanted ? 3 : 0
  if (foldedSegment(sent) === wanted) return 2
  if (sent === '') return 0
  if (wanted === anyValue) return 1
  if (!sent.includes(changingPart)) return 0
  const ending = wanted.slice(wanted.indexOf('}') + 1)
  return sent.endsWith(changingPart) || sent.endsWith(ending) ? 1 : 0
}
