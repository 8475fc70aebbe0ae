import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import {
  type Checkpoint,
  checkpointOperators,
  checkpointSchema,
  type Extractor,
  extractorSchema,
} from '@pone/plan/answers/answer-rules.ts'
import { parseCssSelector, pseudoClasses } from '@pone/plan/answers/css-selector.ts'
import { compileXPath } from '@pone/plan/answers/xpath.ts'
import { selectAll } from 'css-select'
import { describe, expect, test } from 'vitest'
import { answerOf, compile, scopeOf } from '../answer-harness.ts'
import { AnswerView } from '../answer-view.ts'
import { compileCheckpoint } from '../checkpoints.ts'
import { compileExtractor } from '../extractors.ts'
import { maxMarkupLength, parseMarkup } from './parse.ts'

const scope = scopeOf({ id: '7' })
const viewOf = (text: string, contentType: string) =>
  new AnswerView(answerOf(text, { headers: [['Content-Type', contentType]] }))

const soap = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE x [<!ENTITY own "text">]>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body><getUser xmlns="urn:users" xmlns:t="urn:types">
    <user id="7" t:kind="vip"><name>Ann &amp; Bob</name><note><![CDATA[<b>]]></note></user>
    <user id="8"><name>Cy</name></user><!-- end -->
  </getUser></soap:Body>
</soap:Envelope>`
const page = `<!DOCTYPE html><html><head><title> Shop </title></head><body class="Main">
  <form id="login"><input type="hidden" name="csrf" value="t-1"><br>
  <input name="user" DISABLED></form>
  <ul><li>One<li class="hot">Two <b>!</b><li>Three</ul>
  <a href="/next?a=1&amp;b=2">Next&nbsp;page</a><svg><use xlink:href="#i"/></svg>
  <script>if (a < b) document.write("<li>no</li>")</script>
</body>`
const xml = () => viewOf(soap, 'text/xml; charset=utf-8')
const html = () => viewOf(page, 'text/html')

function extract(changes: Partial<Extractor>, view: AnswerView) {
  const extractor = extractorSchema.parse({
    id: 'e',
    variable: 'v',
    expression: '',
    source: 'xpath',
    ...changes,
  })
  return compileExtractor(extractor, compile).extract(view, scope)
}
const describeCheck = (changes: Partial<Checkpoint>, view: AnswerView) =>
  compileCheckpoint(
    checkpointSchema.parse({ id: 'c', source: 'xpath', operator: 'exists', expression: '', ...changes }),
    compile,
  ).describe(view, scope)

describe('XPath on XML', () => {
  test.each([
    ['//user/name', 'Ann & Bob'],
    ['//user[@id="${id}"]/name', 'Ann & Bob'],
    ['//user[2]/name', 'Cy'],
    ['//user[last()]/@id', '8'],
    ['/soap:Envelope/soap:Body/getUser/user/@id', '7'],
    ['//soap:Body//note', '<b>'],
    ['//@t:kind', 'vip'],
    ['//t:user', null],
    ['//other:user', null],
    ['//*[local-name()="user"][2]/name', 'Cy'],
    ['//user[name="Cy"]/preceding-sibling::user/@id', '7'],
    ['count(//user)', '2'],
    ['count(//user) > 1', 'true'],
    ['string(//user/@id)', '7'],
    ['normalize-space(" a  b ")', 'a b'],
    ['sum(//user/@id)', '15'],
    ['//comment()', ' end '],
    ['//nothing', null],
    ['//user[', null],
  ])('%s finds %j', (expression, expected) => {
    expect(extract({ expression }, xml())).toBe(expected)
  })
})

describe('XPath on HTML', () => {
  test.each([
    ['//title', ' Shop '],
    ['//TITLE', ' Shop '],
    ['//input[@name="csrf"]/@value', 't-1'],
    ['//li[2]', 'Two !'],
    ['count(//li)', '3'],
    ['//a/@href', '/next?a=1&b=2'],
    ['//use/@xlink:href', '#i'],
    ['//li[contains(@class, "hot")]/b', '!'],
  ])('%s finds %j', (expression, expected) => {
    expect(extract({ expression }, html())?.trimEnd()).toBe(expected.trimEnd())
  })
})

describe('CSS selectors', () => {
  test.each([
    [{ expression: 'title' }, 'Shop'],
    [{ expression: '#login input[name=csrf]', attribute: 'value' }, 't-1'],
    [{ expression: 'input', attribute: 'NAME', match: -1 }, 'csrf,user'],
    [{ expression: 'input:disabled', attribute: 'name' }, 'user'],
    [{ expression: 'ul > li.hot' }, 'Two !'],
    [{ expression: 'ul > li.hot + li' }, 'Three'],
    [{ expression: 'li:nth-child(3)' }, 'Three'],
    [{ expression: 'li:not(.hot)', match: 2 }, 'Three'],
    [{ expression: 'li:has(b)' }, 'Two !'],
    [{ expression: 'li', match: -1 }, 'One,Two !,Three'],
    [{ expression: 'a' }, 'Next page'],
    [{ expression: 'a', attribute: 'title' }, null],
    [{ expression: '.main' }, null],
    [{ expression: 'li:' }, null],
  ])('%j gives %j', (changes, expected) => {
    expect(extract({ source: 'css', ...changes }, html())).toBe(expected)
  })
  test('find elements of XML in their own case', () => {
    expect(extract({ source: 'css', expression: 'getUser user[id="8"] > name' }, xml())).toBe('Cy')
    expect(extract({ source: 'css', expression: 'getuser' }, xml())).toBeNull()
  })
  test('know exactly the pseudo-classes that the editor lets pass', () => {
    const works = (selector: string) => {
      try {
        selectAll(selector, [])
        return true
      } catch {
        return false
      }
    }
    for (const name of pseudoClasses) {
      expect([name, works(`:${name}`) || works(`:${name}(a)`) || works(`:${name}(2)`)]).toEqual([name, true])
    }
    for (const name of ['hover', 'visited', 'active', 'first-line', 'target', 'focus', 'nothing']) {
      expect(() => parseCssSelector(`a:${name}`)).toThrow(SyntaxError)
    }
  })
})

test('extractors say why nothing can be found in an answer', () => {
  const reasonFor = (text: string) => {
    const extractor = extractorSchema.parse({ id: 'e', variable: 'v', source: 'css', expression: 'a' })
    return compileExtractor(extractor, compile).faultOf(viewOf(text, 'text/xml'))
  }
  expect(reasonFor('<a>')).toBe(toldCause('answerNotMarkup'))
  expect(reasonFor('<b/>')).toBe('')
})

describe('matches', () => {
  test.each(['xpath', 'css'] as const)('of %s are the first, a further one, all, or a random one', source => {
    const values = (match: number) =>
      extract({ source, expression: source === 'css' ? 'b' : '//b', match }, three())
    const three = () => viewOf('<x><b>1</b><b>2</b><b>3</b></x>', 'application/xml')
    expect([1, 3, 4, -1].map(values)).toEqual(['1', '3', null, '1,2,3'])
    expect(new Set(Array.from({ length: 60 }, () => values(0)))).toEqual(new Set(['1', '2', '3']))
  })
})

describe('checkpoints', () => {
  const outcomes: Record<Checkpoint['operator'], [string, boolean][]> = {
    equals: [
      ['2', true],
      ['3', false],
    ],
    notEquals: [
      ['3', true],
      ['2', false],
    ],
    contains: [
      ['2', true],
      ['3', false],
    ],
    notContains: [
      ['3', true],
      ['2', false],
    ],
    matches: [
      ['^\\d$', true],
      ['a', false],
    ],
    greater: [
      ['1', true],
      ['2', false],
    ],
    greaterOrEqual: [
      ['2', true],
      ['3', false],
    ],
    less: [
      ['3', true],
      ['2', false],
    ],
    lessOrEqual: [
      ['2', true],
      ['1', false],
    ],
    exists: [['', true]],
  }
  test.each(checkpointOperators)('hold a value of XML or HTML against another: %s', operator => {
    for (const [expected, passed] of outcomes[operator]) {
      expect(describeCheck({ expression: 'count(//user)', operator, expected }, xml()).passed).toBe(passed)
      const two = viewOf('<html><p>2</p></html>', 'text/html')
      expect(describeCheck({ source: 'css', expression: 'p', operator, expected }, two).passed).toBe(passed)
    }
  })
  test('fail with a reason, whatever they ask, when the answer is not well-formed', () => {
    const view = viewOf('<a><b></a>', 'application/xml')
    const outcome = describeCheck({ expression: '//b', operator: 'notEquals', expected: 'x' }, view)
    expect(outcome).toMatchObject({ id: 'c', passed: false })
    expect(outcome.actual).toContain('unexpected close tag')
    expect(causeText(outcome.summary, 'en')).toBe(
      'XPath //b does not equal x: the response is not well-formed XML or HTML',
    )
  })
  test('fail with a reason when the answer is too long to be parsed', () => {
    const view = viewOf('x'.repeat(maxMarkupLength + 1), 'text/html')
    const { summary, passed } = describeCheck({ source: 'css', expression: 'a' }, view)
    expect([passed, summary]).toEqual([false, expect.stringContaining('answerTooLong')])
  })
})

describe('parsing', () => {
  test.each([
    ['<p>a<p>b', 'text/html', true],
    ['<html><br></html>', 'text/plain', true],
    ['<!-- x -->\n<!DOCTYPE html><br>', '', true],
    ['<html xmlns="http://www.w3.org/1999/xhtml"/>', 'application/xhtml+xml', false],
    ['<?xml version="1.0"?><html/>', '', false],
    ['<feed/>', 'application/atom+xml', false],
    ['<feed/>', '', false],
  ])('%j as %j is HTML: %s', (text, contentType, isHtml) => {
    expect(parseMarkup(text, contentType).document?.isHtml).toBe(isHtml)
  })
  test.each([
    ['entities that the answer defines', '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>'],
    ['entities from outside', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['an undeclared prefix', '<a:b/>'],
    ['two roots', '<a/><b/>'],
    ['nothing', ''],
    ['JSON', '{"a":1}'],
    ['an attribute given twice', '<a b="1" b="2"/>'],
    ['endless depth', '<a>'.repeat(50_000)],
  ])('XML with %s is refused', (_name, text) => {
    expect(parseMarkup(text, 'text/xml').document).toBeNull()
  })
  test('HTML of endless depth is refused, broken HTML is not', () => {
    expect(parseMarkup('<div>'.repeat(50_000), 'text/html').document).toBeNull()
    expect(parseMarkup('<div <p></b>&nope;', 'text/html').fault).toBeNull()
  })
  test('happens once per answer', () => {
    const view = xml()
    expect(view.markup()).toBe(view.markup())
  })
})

describe('wrong expressions are reported', () => {
  test.each([
    ['//a[', /XPath 1.0/],
    ['//a/matches(., "x")', /XPath 1.0/],
    ['//a[matches(., "x")]', /no function matches\(\)/],
    ['//a[. = $b]', /write \$\{b\}/],
    ['"a', /Unterminated/],
    ['', /XPath 1.0/],
  ])('XPath %s', (expression, reason) => {
    expect(() => compileXPath(expression)).toThrow(reason)
  })
  test.each([
    ['a[', /./],
    ['a::before', /::before stands for no element/],
    ['a:hover', /:hover is not known/],
    ['a:not(b:nope)', /:nope is not known/],
    ['> a >', /ends too early/],
    ['a:nth-child', /needs something in parentheses/],
    ['a:not()', /./],
  ])('CSS %s', (selector, reason) => {
    expect(() => parseCssSelector(selector)).toThrow(reason)
  })
})
