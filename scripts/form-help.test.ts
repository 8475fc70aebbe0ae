/** Help beside the fields of hand-written forms: each has a sentence of its own, or its label says all. */
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { isTestCode, readSources, type SourceFile } from './source-files.ts'

/** Labels without help, with the reason. */
const obvious: readonly { readonly labels: readonly string[]; readonly reason: string }[] = [
  {
    reason: 'a person’s own data and passwords',
    labels: [
      'user.account',
      'user.realName',
      'user.organisation',
      'user.email',
      'user.phone',
      'password.current',
      'password.confirmation',
      'register.passwordAgain',
      'register.organisation',
      'signIn.code',
      'host.password',
    ],
  },
  {
    reason: 'a name to be chosen freely',
    labels: [
      'run.import.name',
      'project.name',
      'template.name',
      'host.name',
      'machine.name',
      'cluster.name',
      'monitor.groupName',
      'component.rules.name',
    ],
  },
  {
    reason: 'facts about a project that are only displayed',
    labels: [
      'project.type',
      'project.status',
      'project.system',
      'project.size',
      'project.description',
      'project.managerPhone',
      'project.testManager',
      'project.testManagerPhone',
      'project.defectHandler',
      'project.actualTesterCount',
      'project.plannedStartAt',
      'project.plannedEndAt',
      'project.actualStartAt',
      'project.actualEndAt',
      'project.estimatedResources',
      'project.requirementCode',
    ],
  },
  {
    reason: 'days and times',
    labels: ['schedule.when', 'schedule.at', 'schedule.days', 'schedule.day', 'schedule.time'],
  },
  {
    reason: 'a box whose own text, or the text of each option, is the explanation',
    labels: ['"isAdministrator"', '"registration"', '{label}'],
  },
  {
    reason: 'a paragraph for all fields of the section is above or below them',
    labels: [
      'security.minLength',
      'security.maxLength',
      'hostConfig.${name}',
      'project.templateProperties',
      '"dynamicProperties"',
    ],
  },
  {
    reason: 'a choice with one option, or a file to choose',
    labels: [
      'package.system',
      'package.file',
      'component.parameter.file',
      'component.parameter.table.driver',
    ],
  },
  { reason: 'shows values, takes none', labels: ['component.parameter.preview'] },
  {
    reason: 'bounds and digits of a random value, named by their labels',
    labels: ['component.parameter.random.${key}'],
  },
]

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [property: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** Elements that draw a labelled field, and the attribute that holds its help. */
const fieldElements: Readonly<Record<string, string>> = {
  Field: 'help',
  'Form.Item': 'extra',
  NumberInput: 'help',
  Option: 'help',
}

interface FieldUse {
  readonly path: string
  /** Source of the label, or of the name of a field without one. */
  readonly label: string
  readonly hasHelp: boolean
}

/** The fields that a source draws. */
function fieldsIn({ path, text }: SourceFile): FieldUse[] {
  const found: FieldUse[] = []
  const sourceOf = (node: unknown) => (isNode(node) ? text.slice(node.start, node.end) : '')
  const visit = (node: SyntaxNode): void => {
    const helpName = node.type === 'JSXOpeningElement' ? fieldElements[sourceOf(node['name'])] : undefined
    if (helpName !== undefined) {
      const attributes = (node['attributes'] as readonly SyntaxNode[]).map(attribute => ({
        name: sourceOf(attribute['name']),
        text: sourceOf(attribute['value'] ?? attribute['argument']),
      }))
      const of = (name: string) => attributes.find(attribute => attribute.name === name)?.text
      const label = of('label') ?? of('name')
      const hasHelp =
        of(helpName) !== undefined ||
        attributes.some(attribute => attribute.name === '' && attribute.text.includes(`${helpName}:`))
      if (label !== undefined) found.push({ path, label: keyOf(label), hasHelp })
    }
    for (const child of Object.values(node))
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each)
  }
  visit(parseAst(text, { lang: 'tsx' }) as unknown as SyntaxNode)
  return found
}

/** The key of `{t('key')}`; other sources as they are. */
const keyOf = (source: string): string => /^\{t\(['`]([^'`]+)['`]/.exec(source)?.[1] ?? source

/** Where the labels of fields pass through. */
const frames = [
  'packages/web/src/ui/form/',
  'packages/web/src/features/components/fields/',
  'packages/web/src/features/scenarios/load/number-input.tsx',
]

const uses = (await readSources())
  .filter(({ path }) => path.startsWith('packages/web/src/') && path.endsWith('.tsx') && !isTestCode(path))
  .filter(({ path }) => !frames.some(frame => path.startsWith(frame)))
  .flatMap(fieldsIn)

const known = obvious.flatMap(({ labels }) => labels)

test('every field of a hand-written form has help, or is listed as obvious', () => {
  const missing = uses.filter(({ label, hasHelp }) => !hasHelp && !known.includes(label))
  expect(missing.map(({ path, label }) => `${path}: ${label}`)).toEqual([])
})

test('every field that is listed as obvious exists and has no help', () => {
  expect(known.filter(label => !uses.some(use => use.label === label && !use.hasHelp))).toEqual([])
})

test('fields of all forms are looked at', () => {
  expect(uses.length).toBeGreaterThan(150)
})

test('a field without help is found', () => {
  const path = 'a.tsx'
  const text = `const a = <Field name="users" label={t('machine.maxUsers')}><InputNumber /></Field>`
  expect(fieldsIn({ path, text })).toEqual([{ path, label: 'machine.maxUsers', hasHelp: false }])
  expect(fieldsIn({ path, text: text.replace('name=', "help={t('a')} name=") })[0]?.hasHelp).toBe(true)
})
