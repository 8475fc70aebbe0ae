/** Makes a component's document out of a file's content, whatever language it was written in, and says by line what is wrong with it; safe in a browser. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { nameSchema } from '@pone/schema/common.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import { z } from 'zod'
import { type ComponentDocument, componentDocumentSchema } from '../component/component.ts'
import { perSecondOf, rateOf, withLoads } from '../load-models/rates.ts'
import { scenarioDocumentSchema } from '../scenario/scenario.ts'
import type { Step } from '../steps/registry.ts'
import { childrenOf } from '../steps/walk.ts'
import { entriesOf, entryIdAt, expandDocument, isFields } from './expand.ts'
import { type Path, Places } from './places.ts'
import type { ScenarioPart } from './shorten.ts'
import { slaRuleOf } from './sla-text.ts'

type Fields = Record<string, unknown>

/** Line and column from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Something that keeps a text from being a component. */
export interface CodeProblem {
  /** null where it has no place of its own. */
  readonly position: Position | null
  /** Field, e.g. `steps.0.http.url`; empty for the whole. */
  readonly field: string
  readonly text: Bilingual
}

/** A component read from a text. */
export interface ReadComponent {
  readonly name: string
  readonly document: ComponentDocument
  /** Load and rules, as far as the file has them. */
  readonly scenario: ScenarioPart
  /** Where a step's field stands; `stepId` null for a field of the document. */
  positionOf(stepId: string | null, field: string): Position | null
}

export type ReadResult =
  | { readonly component: ReadComponent; readonly problems: readonly [] }
  | { readonly component: null; readonly problems: readonly CodeProblem[] }

/** How a file's content is read. */
export interface ReadOptions {
  readonly places?: Places
  readonly positionAt?: (offset: number) => Position
  /** Id that stands for a file named by its path; without it only ids are understood. */
  readonly fileIdOf?: ((path: string) => string) | undefined
}

const scenarioShape = scenarioDocumentSchema.shape
const scenarioSchema = z.object({
  drive: scenarioShape.drive.unwrap().optional(),
  rateUnit: scenarioShape.rateUnit.unwrap().optional(),
  maxUsers: scenarioShape.maxUsers.unwrap().optional(),
  loadModel: scenarioShape.loadModel.unwrap().optional(),
  sampleLog: scenarioShape.sampleLog.unwrap().optional(),
  traces: scenarioShape.traces.unwrap().optional(),
  sla: scenarioShape.sla.unwrap().optional(),
})
const problem = (position: Position | null, field: string, text: Bilingual): CodeProblem => ({
  position,
  field,
  text,
})

/** Reads what a file holds; `problems` is empty exactly when there is a component. */
export function readComponent(content: unknown, options: ReadOptions = {}): ReadResult {
  const places = options.places ?? new Places()
  const at = (root: unknown, path: Path): Position | null => {
    const offset = places.offsetOf(root, path)
    return offset === null ? null : (options.positionAt?.(offset) ?? null)
  }
  if (!isFields(content)) {
    const text = {
      zh: '这里应当是一个组件：name、steps 等',
      en: 'A component is expected here: name, steps and so on',
    }
    return { component: null, problems: [problem(null, '', text)] }
  }
  const problems: CodeProblem[] = []
  const { name, load, sla, document: nested, ...flat } = content
  // What the server gives has the document in a field of its own.
  const source = isFields(nested) ? nested : places.inherit(flat, content)
  const expanded = expandDocument(source, { places, fileIdOf: options.fileIdOf })
  const check = <S extends z.ZodType>(schema: S, value: unknown, prefix: string): z.infer<S> | null => {
    const parsed = schema.safeParse(value, { reportInput: true })
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        const field = [prefix, ...issue.path.map(String)].filter(part => part !== '').join('.')
        const text = isWithoutKind(issue, value) ?? { zh: issueText(issue, 'zh'), en: issueText(issue, 'en') }
        problems.push(problem(at(value, issue.path), field, text))
      }
      return null
    }
    for (const path of unknownFields(value, parsed.data)) {
      const key = String(path.at(-1))
      const text = { zh: `不认识的内容：${key}`, en: `Unknown content: ${key}` }
      problems.push(problem(at(value, path), [prefix, ...path.map(String)].filter(Boolean).join('.'), text))
    }
    return parsed.data
  }
  const title = check(nameSchema, name ?? 'component', 'name')
  const document = check(componentDocumentSchema, expanded, '')
  const given = check(scenarioSchema, scenarioFields(load, sla, places), 'load')
  const scenario = given === null ? null : inSeconds(given)
  if (isFields(load) && load['rate'] !== undefined && writtenRateOf(load['rate']) === null) {
    const text = {
      zh: '到达率写作 0.5/s、90/m 或 200/h',
      en: 'A rate is written as 0.5/s, 90/m or 200/h',
    }
    problems.push(problem(at(load, ['rate']), 'load.rate', text))
  }
  if (problems.length > 0 || title === null || document === null || scenario === null) {
    return { component: null, problems }
  }
  return {
    component: {
      name: title,
      document,
      scenario: Object.fromEntries(Object.entries(scenario).filter(([, value]) => value !== undefined)),
      positionOf: (stepId, field) => {
        const path = stepId === null ? [] : pathOfStep(document.steps, stepId)
        return path === null ? null : at(expanded, [...path, ...field.split('.').filter(part => part !== '')])
      },
    },
    problems: [],
  }
}

const writtenRateOf = (rate: unknown) =>
  typeof rate === 'string' || typeof rate === 'number' ? rateOf(String(rate)) : null

/** Rates as they are stored, given in the unit of the file. */
function inSeconds(part: z.infer<typeof scenarioSchema>): z.infer<typeof scenarioSchema> {
  const { drive, rateUnit = 'second', loadModel } = part
  if (drive !== 'arrivals' || loadModel === undefined) return part
  return { ...part, loadModel: withLoads(loadModel, rate => perSecondOf(rate, rateUnit)) }
}

function scenarioFields(load: unknown, sla: unknown, places: Places): Fields {
  const { rate, ...plain } = isFields(load) ? load : {}
  const written = writtenRateOf(rate)
  // One that cannot be read has a problem of its own.
  const asRate =
    rate === undefined ? {} : { users: written?.amount ?? 1, drive: 'arrivals', rateUnit: written?.unit }
  const { drive, rateUnit, maxUsers, sampleLog, traces, ...model }: Fields = { ...plain, ...asRate }
  const isConstant = (model['kind'] ?? 'constant') === 'constant'
  const fields: Fields = {
    drive,
    rateUnit,
    maxUsers,
    sampleLog,
    traces,
    loadModel:
      Object.keys(model).length === 0
        ? undefined
        : isConstant
          ? { kind: 'constant', rampUpSeconds: 0, durationSeconds: 0, ...model }
          : model,
    sla: entriesOf(
      Array.isArray(sla)
        ? places.inherit(
            sla.map((rule, index) =>
              typeof rule === 'string' ? (slaRuleOf(rule, entryIdAt(index + 1)) ?? rule) : rule,
            ),
            sla,
          )
        : sla,
      places,
      rule => rule,
    ),
  }
  if (isFields(load)) {
    places.inherit(fields, load)
    if (isFields(fields['loadModel'])) places.inherit(fields['loadModel'], load)
  }
  return fields
}

/** A step that does not say what it is deserves better than "not one of the kinds". */
function isWithoutKind(issue: z.core.$ZodIssue, root: unknown): Bilingual | null {
  if (issue.path.at(-1) !== 'kind') return null
  const place = issue.path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at === null ? null : Reflect.get(Object(at), key)), root)
  if (!isFields(place) || place['kind'] !== undefined || issue.path[0] !== 'steps') return null
  return {
    zh: '不知道这是哪一种步骤，应有 get、post、transaction、loop、thinkTime 等之一',
    en: 'Unknown step type: one of get, post, transaction, loop, thinkTime and so on is expected',
  }
}

/** Paths of what the schema did not take. */
function* unknownFields(given: unknown, taken: unknown, path: Path = []): Generator<Path> {
  if (Array.isArray(given) && Array.isArray(taken)) {
    for (const [index, entry] of given.entries()) yield* unknownFields(entry, taken[index], [...path, index])
  } else if (isFields(given) && isFields(taken)) {
    for (const [key, entry] of Object.entries(given)) {
      if (entry === undefined) continue
      if (Object.hasOwn(taken, key)) yield* unknownFields(entry, taken[key], [...path, key])
      else yield [...path, key]
    }
  }
}

function pathOfStep(steps: readonly Step[], id: string): (string | number)[] | null {
  for (const [index, step] of steps.entries()) {
    if (step.id === id) return ['steps', index]
    const below = pathOfStep(childrenOf(step), id)
    if (below !== null) return ['steps', index, 'children', ...below.slice(1)]
  }
  return null
}
