/** Controls in the sources of the web: none stands inside another, and one that shows only an icon has a name. */
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'
import { readSources } from './source-files.ts'

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
interface Control {
  readonly name: string
  readonly line: number
  readonly outer: string | null
  readonly isNamed: boolean
}

const controlNames = ['a', 'button', 'Link', 'NavLink', 'Button', 'ButtonLink', 'PlainButton']
/** With one of these it has a name, or is not told to screen readers. */
const namingAttributes = ['aria-label', 'aria-labelledby', 'aria-hidden']

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
function nameOf(element: Node): string {
  const { name } = (element['openingElement'] as Node)['name'] as Node
  return typeof name === 'string' ? name : ''
}

/** Text may come from any expression; icons and empty space are none. */
function hasText(children: readonly Node[]): boolean {
  return children.some(child => {
    if (child.type === 'JSXText') return String(child['value']).trim() !== ''
    if (child.type === 'JSXExpressionContainer') return !isIconChoice(child['expression'] as Node)
    if (child.type === 'JSXElement') return !/(Outlined|Filled|Icon|Mark)$/.test(nameOf(child))
    return child.type === 'JSXFragment' && hasText(child['children'] as Node[])
  })
}

/** `condition ? <OneOutlined /> : <OtherOutlined />`, or a comment. */
function isIconChoice(node: Node): boolean {
  if (node.type === 'JSXEmptyExpression') return true
  if (node.type === 'JSXElement') return !hasText([node])
  const arms = node.type === 'ConditionalExpression' ? ['consequent', 'alternate'] : []
  return arms.length > 0 && arms.every(arm => isIconChoice(node[arm] as Node))
}

function isNamed(element: Node): boolean {
  const attributes = (element['openingElement'] as Node)['attributes'] as Node[]
  return (
    hasText(element['children'] as Node[]) ||
    attributes.some(
      ({ type, name }) =>
        type === 'JSXSpreadAttribute' ||
        namingAttributes.includes(String((name as Node | undefined)?.['name'])),
    )
  )
}

function controlsIn(text: string): Control[] {
  const found: Control[] = []
  const visit = (node: Node, outer: string | null) => {
    const name = node.type === 'JSXElement' ? nameOf(node) : ''
    const isControl = controlNames.includes(name)
    if (isControl) {
      const line = text.slice(0, Number(node['start'])).split('\n').length
      found.push({ name, line, outer, isNamed: isNamed(node) })
    }
    for (const part of partsOf(node)) visit(part, isControl ? name : outer)
  }
  visit(parseAst(text, { lang: 'tsx' }) as unknown as Node, null)
  return found
}

const pages = (await readSources()).filter(({ path }) => /^packages\/web\/.*(?<!\.test)\.tsx$/.test(path))
const controls = pages.flatMap(({ path, text }) => controlsIn(text).map(control => ({ ...control, path })))
const told = ({ path, line, name }: (typeof controls)[number]) => `${path}:${line} ${name}`

test('the controls of all pages are found', () => {
  expect(controls.length).toBeGreaterThan(300)
})

test('no link or button stands inside another', () => {
  expect(controls.filter(({ outer }) => outer !== null).map(told)).toEqual([])
})

test('a control that shows only an icon has a name', () => {
  expect(controls.filter(control => !control.isNamed).map(told)).toEqual([])
})

test.each([
  ['<Link to="/"><Button>Open</Button></Link>', 'Button', 'Link', true],
  ['<Button icon={<EditOutlined />} />', 'Button', null, false],
  ['<button>{isOpen ? <DownOutlined /> : <UpOutlined />}</button>', 'button', null, false],
  ['<Button icon={<EditOutlined />} aria-label={t("action.edit")} />', 'Button', null, true],
  ['<Button>{t("action.edit")}</Button>', 'Button', null, true],
])('what stands in %s is seen', (text, name, outer, isNamed) => {
  expect(controlsIn(text).at(-1)).toMatchObject({ name, outer, isNamed })
})

test('every page bar names its arrows', async () => {
  const sources = (await readSources()).filter(
    ({ path }) => path.startsWith('packages/web/src/') && !/\.test\.tsx?$/.test(path),
  )
  const bars = sources.filter(({ text }) => /<Pagination\b|\bshowSizeChanger\b/.test(text))
  expect(bars.length).toBeGreaterThan(5)
  expect(bars.filter(({ text }) => !text.includes('pageItem(')).map(({ path }) => path)).toEqual([])
})
