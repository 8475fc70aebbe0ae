/** Changes the indentation of XML blocks; text inside values is never changed. */
import { scanXml, type XmlElement } from './xml.ts'

interface LineStart {
  /** After the line end. */
  readonly from: number
  /** Where the tag begins. */
  readonly to: number
}

/** A block whose first line is not indented, with every further line of tags `indent` deeper; unchanged when it is not XML. */
export function shiftIndent(block: string, indent: string, eol: string): string {
  const starts = lineStartsOf(block)
  let text = ''
  let at = 0
  for (const start of starts) {
    text += block.slice(at, start.from).replace(/(\r\n|\r|\n)$/, eol) + indent
    at = start.from
  }
  return text + block.slice(at)
}

/** Lines of a block that begin with a tag moved by `from` → `to`; unchanged unless all of them begin with `from`. */
export function reindent(block: string, from: string, to: string): string {
  if (from === to) return block
  const starts = lineStartsOf(block)
  if (starts.some(start => !block.startsWith(from, start.from) || start.to - start.from < from.length))
    return block
  let text = ''
  let at = 0
  for (const start of starts) {
    text += block.slice(at, start.from) + to
    at = start.from + from.length
  }
  return text + block.slice(at)
}

/** Starts of lines that begin with a tag or comment, except inside values. */
function lineStartsOf(block: string): LineStart[] {
  const scanned = scanXml(block, { isFragment: true })
  if (!scanned.ok) return []
  const starts: LineStart[] = []
  const addGap = (from: number, to: number): void => {
    const pattern = /(?:\r\n|\r|\n)([ \t]*)(?=<|$)/g
    const gap = block.slice(from, to)
    for (const match of gap.matchAll(pattern)) {
      const end = from + match.index + match[0].length
      starts.push({ from: end - (match[1] ?? '').length, to: end })
    }
  }
  const visit = (elements: readonly XmlElement[], from: number, to: number): void => {
    let at = from
    for (const element of elements) {
      addGap(at, element.from)
      if (element.children.length > 0) visit(element.children, element.openEnd, element.closeFrom)
      at = element.to
    }
    addGap(at, to)
  }
  visit(scanned.elements, 0, block.length)
  return starts
}
