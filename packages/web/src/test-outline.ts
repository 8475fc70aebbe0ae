/** The accessible content of a part of a page, as lines of text that a test compares: roles, names, values and states, indented by two spaces per level. Styles, positions and class names are left out. */
import { computeAccessibleName, getRole } from 'dom-accessibility-api'

/** Roles without a meaning of their own: replaced by their content. */
const emptyRoles = new Set(['generic', 'none', 'presentation', 'rowgroup', 'document'])
/** Roles whose name includes all of their content. */
const namedByContent = new Set([
  'button',
  'link',
  'heading',
  'tab',
  'option',
  'menuitem',
  'menuitemradio',
  'menuitemcheckbox',
  'checkbox',
  'radio',
  'switch',
  'columnheader',
  'rowheader',
  'img',
  'graphics-document',
  'progressbar',
])
/** Roles whose text is a value that the user enters. */
const fieldRoles = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider'])
/** Roles whose content is listed line by line; only an explicit name is shown. */
const toldByContent = new Set(['row', 'cell', 'gridcell', 'listitem', 'treeitem', 'tooltip'])
const shownStates = [
  'checked',
  'selected',
  'expanded',
  'pressed',
  'current',
  'sort',
  'invalid',
  'level',
  'valuenow',
  'haspopup',
  'busy',
  'modal',
  'setsize',
  'posinset',
  'colspan',
  'rowcount',
]

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

// The tests' DOM has no layout: hidden elements are recognised only by attributes and inline styles.
function isHidden(element: Element): boolean {
  if (element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('hidden')) return true
  if (/^(style|script|template|colgroup)$/i.test(element.tagName)) return true
  const style = (element as HTMLElement).style as CSSStyleDeclaration | undefined
  return style?.display === 'none' || style?.visibility === 'hidden'
}

const nameOf = (element: Element) =>
  oneLine(
    computeAccessibleName(element, {
      getComputedStyle: each => (each as HTMLElement).style,
      computedStyleSupportsPseudoElements: false,
    }),
  )

function roleOf(element: Element): string | undefined {
  const role = element.getAttribute('role') ?? getRole(element)
  return role === null || emptyRoles.has(role) ? undefined : role
}

function statesOf(element: Element, role: string): string[] {
  const states = shownStates.flatMap(name => {
    const value = element.getAttribute(`aria-${name}`)
    if (value === null || value === 'false') return []
    return [value === 'true' ? name : `${name}=${value}`]
  })
  const field = element as HTMLInputElement
  if (field.disabled || element.getAttribute('aria-disabled') === 'true') states.push('disabled')
  if (field.readOnly && role !== 'combobox') states.push('readonly')
  if (field.required || element.getAttribute('aria-required') === 'true') states.push('required')
  if (/^(checkbox|radio|switch)$/.test(role) && field.checked) states.push('checked')
  if (role === 'option' && (element as HTMLOptionElement).selected) states.push('selected')
  return [...new Set(states)]
}

function valueOf(element: Element, role: string): string {
  if (!fieldRoles.has(role)) return ''
  const { value, placeholder } = element as HTMLInputElement
  if (value) return ` = ${JSON.stringify(value)}`
  return placeholder ? ` (${placeholder})` : ''
}

function headOf(element: Element, role: string): string {
  const name = toldByContent.has(role) ? (element.getAttribute('aria-label') ?? '') : nameOf(element)
  const states = statesOf(element, role)
  const title = oneLine(element.getAttribute('title') ?? '')
  const address = role === 'link' ? element.getAttribute('href') : null
  return [
    role,
    name && ` "${name}"`,
    valueOf(element, role),
    states.length > 0 && ` [${states.join(', ')}]`,
    title && title !== name && ` title "${title}"`,
    address !== null && ` → ${address}`,
  ]
    .filter(Boolean)
    .join('')
}

const isText = (node: Node) => node.nodeType === 3
const isBlock = (element: Element) => /^(div|p|dt|dd|label|section|header|footer|pre)$/i.test(element.tagName)
const isElement = (node: Node): node is Element => node.nodeType === 1

/** Lines of the content of an element; adjacent texts in one block are one line. */
function linesWithin(element: Element): string[] {
  const lines: string[] = []
  let text = ''
  const endText = () => {
    if (oneLine(text)) lines.push(oneLine(text))
    text = ''
  }
  const visit = (node: Node) => {
    if (isText(node)) text += node.textContent ?? ''
    else if (isElement(node) && !isHidden(node)) {
      if (roleOf(node) !== undefined) {
        endText()
        lines.push(...linesOf(node))
      } else if (/^(svg|style)$/i.test(node.tagName)) {
        const name = node.getAttribute('aria-label')
        if (name) text += ` ${name} `
      } else {
        if (isBlock(node)) endText()
        node.childNodes.forEach(visit)
        if (isBlock(node)) endText()
      }
    }
  }
  element.childNodes.forEach(visit)
  endText()
  return lines
}

/** A row of a table in one line, its cells separated by bars. */
function rowLine(row: Element, head: string): string {
  const cells = [...row.children].filter(cell => !isHidden(cell))
  const linesOfCell = (cell: Element) => (roleOf(cell)?.endsWith('cell') ? linesWithin(cell) : linesOf(cell))
  const texts = cells.map(cell => linesOfCell(cell).map(oneLine).join('; '))
  return `${head}: ${texts.join(' | ')}`
}

function linesOf(element: Element): string[] {
  const role = roleOf(element)
  if (role === undefined) return linesWithin(element)
  const head = headOf(element, role)
  if (fieldRoles.has(role) || (namedByContent.has(role) && nameOf(element))) return [head]
  if (role === 'row') return [rowLine(element, head)]
  const within = linesWithin(element)
  const [only = ''] = within
  if (within.length === 1 && !/^[a-z-]+ "/.test(only)) return [`${role}: ${only}${head.slice(role.length)}`]
  return [head, ...within.map(line => `  ${line}`)]
}

/** The outline of an element, or of the whole body. */
export const outline = (element: Element = document.body): string => linesOf(element).join('\n')
