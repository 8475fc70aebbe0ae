import { validateComponent } from '@pone/plan/check/validate.ts'
import { describe, expect, test } from 'vitest'
import { defaultXml } from '../elements/default-xml.ts'
import { addRow, fieldsOf, setField, setList } from '../elements/form.ts'
import { elementById } from '../elements/registry.ts'
import { insertXml } from '../jmx/edit-tree.ts'
import type { JmxPlan } from '../jmx/plan.ts'
import type { Edited } from '../jmx/splice.ts'
import { planOf, planText } from '../jmx/test-plans.ts'
import { templateOf, variableName, withPropertyDefaults } from './jmeter-text.ts'
import { toComponents } from './to-components.ts'

function done(edited: Edited): JmxPlan {
  if (!edited.ok) throw new Error(JSON.stringify(edited.problem))
  return edited.plan
}

type Values = Readonly<
  Record<string, string | readonly string[] | readonly Readonly<Record<string, string>>[]>
>

/** Builds a plan element by element, as in JMeter's editor. */
class Designer {
  plan = planOf(planText([]))

  add(parentKey: string, id: string, name: string, values: Values = {}): string {
    const element = elementById(id)
    if (element === undefined) throw new Error(`no element ${id}`)
    const edited = insertXml(this.plan, { parentKey, index: 1_000 }, defaultXml(element, name))
    this.plan = done(edited)
    const key = (edited.ok && edited.created[0]) || ''
    for (const [field, value] of Object.entries(values)) this.set(key, id, field, value)
    return key
  }

  private set(key: string, id: string, name: string, value: Values[string]): void {
    const isTable = typeof value !== 'string' && typeof value[0] === 'object'
    const element = elementById(id)
    const field =
      element &&
      fieldsOf(element).find(
        each =>
          each.name === name &&
          (!isTable || each.widget === 'table') &&
          (typeof value !== 'string' || each.widget !== 'table'),
      )
    if (field === undefined) throw new Error(`no field ${name}`)
    if (typeof value === 'string') this.plan = done(setField(this.plan, key, field, value))
    else if (!isTable) this.plan = done(setList(this.plan, key, field, value.map(String)))
    else
      for (const row of value)
        if (typeof row === 'object') this.plan = done(addRow(this.plan, key, field, row))
  }
}

const columns = { header: (name: string, value: string) => ({ 'Header.name': name, 'Header.value': value }) }
const argument = (name: string, value: string) => ({ 'Argument.name': name, 'Argument.value': value })
const csvId = '5b1c8a52-50f1-4d3c-9a51-3f6f3c3d2b10'

function shop(): JmxPlan {
  const design = new Designer()
  design.add('e1', 'ArgumentsPanel', 'Variables', {
    'Arguments.arguments': [argument('host-name', 'shop'), argument('id', '${__UUID()}')],
  })
  design.add('e1', 'HttpDefaultsGui', 'Defaults', {
    'HTTPSampler.domain': 'shop.test',
    'HTTPSampler.protocol': 'https',
    'HTTPSampler.port': '8443',
  })
  design.add('e1', 'HeaderPanel', 'Headers', { 'HeaderManager.headers': [columns.header('Accept', '*/*')] })
  design.add('e1', 'CookiePanel', 'Cookies', { 'CookieManager.clearEachIteration': 'true' })
  design.add('e1', 'ViewResultsFullVisualizer', 'Tree')
  const group = design.add('e1', 'ThreadGroupGui', 'Buyers', {
    'ThreadGroup.num_threads': '${__P(users,12)}',
    'ThreadGroup.ramp_time': '6',
    'LoopController.loops': '-1',
    'ThreadGroup.scheduler': 'true',
    'ThreadGroup.duration': '60',
  })
  design.add(group, 'CSVDataSet', 'Users', {
    filename: 'C:\\data\\users.csv',
    variableNames: 'user,pass-word',
    recycle: 'false',
    stopThread: 'true',
  })
  design.add(group, 'ConstantTimerGui', 'Think', { 'ConstantTimer.delay': '250' })
  design.add(group, 'HttpTestSampleGui', 'Home', {
    'HTTPSampler.path': '/',
    'Arguments.arguments': [argument('q', 'a%20b')],
  })
  const order = design.add(group, 'TransactionControllerGui', 'Order')
  const post = design.add(order, 'HttpTestSampleGui', 'Buy', {
    'HTTPSampler.method': 'POST',
    'HTTPSampler.path': '/orders',
    'HTTPSampler.postBodyRaw': 'true',
  })
  design.add(post, 'HeaderPanel', 'Json', {
    'HeaderManager.headers': [
      columns.header('Content-Type', 'application/json'),
      columns.header('Accept', 'text/json'),
    ],
  })
  design.add(post, 'AssertionGui', 'Created', {
    'Assertion.test_field': 'Assertion.response_code',
    'Assertion.test_type': '8',
    'Asserion.test_strings': ['201'],
  })
  design.add(post, 'AssertionGui', 'Text', {
    'Assertion.test_type': '2',
    'Asserion.test_strings': ['ok', 'id: \\d+'],
  })
  design.add(post, 'JSONPathAssertionGui', 'Json path', {
    JSON_PATH: '$.id',
    JSONVALIDATION: 'true',
    EXPECTED_VALUE: '7',
  })
  design.add(post, 'DurationAssertionGui', 'Fast', { 'DurationAssertion.duration': '900' })
  design.add(post, 'RegexExtractorGui', 'Token', {
    'RegexExtractor.refname': 'token',
    'RegexExtractor.regex': '"t":"(.)(.)"',
    'RegexExtractor.template': '$2$',
    'RegexExtractor.match_number': '1',
    'RegexExtractor.default': 'none',
  })
  design.add(post, 'JSONPostProcessorGui', 'Ids', {
    'JSONPostProcessor.referenceNames': 'a; b',
    'JSONPostProcessor.jsonPathExprs': '$.a; $.b',
    'JSONPostProcessor.match_numbers': '1;-1',
  })
  design.add(post, 'JSR223PostProcessor', 'Groovy', { script: 'vars.put("x", "1")' })
  const body = fieldsOf(elementById('HttpTestSampleGui') ?? missing()).find(field => field.isBody)
  design.plan = done(setField(design.plan, post, body ?? missing(), '{"by": "${user}", "at": ${__time()}}'))
  const when = design.add(group, 'IfControllerPanel', 'When', {
    'IfController.condition': '${__jexl3("${token}" != "none",)}',
  })
  design.add(when, 'HttpTestSampleGui', 'Other host', {
    'HTTPSampler.domain': 'cdn.test',
    'HTTPSampler.path': 'a.png',
    'HTTPSampler.follow_redirects': 'false',
  })
  const half = design.add(group, 'ThroughputControllerGui', 'Half', {
    'ThroughputController.style': '1',
    'ThroughputController.percentThroughput': '50.0',
  })
  design.add(half, 'HttpTestSampleGui', 'Form', {
    'HTTPSampler.method': 'POST',
    'HTTPSampler.path': '/f',
    'Arguments.arguments': [argument('a', '1')],
  })
  const weird = design.add(group, 'SwitchControllerGui', 'Switch')
  design.add(weird, 'TestActionGui', 'Pause', { 'ActionProcessor.duration': '40' })
  design.add(group, 'FtpTestSamplerGui', 'SQL')
  design.add('e1', 'SetupThreadGroupGui', 'Before')
  return design.plan
}

function missing(): never {
  throw new Error('not there')
}

describe('a plan that becomes a component', () => {
  const converted = toComponents(shop(), new Map([['users.csv', { id: csvId, header: [] }]]))
  const [component] = converted.components
  const document = component?.document
  const find = (name: string) => {
    const all = (steps: NonNullable<typeof document>['steps']): NonNullable<typeof document>['steps'] =>
      steps.flatMap(step => [step, ...('children' in step ? all(step.children) : [])])
    return all(document?.steps ?? []).find(step => step.name === name)
  }

  test('carries its thread group, variables, files and settings', () => {
    expect(component?.name).toBe('Buyers')
    expect(document?.threadGroup).toMatchObject({
      threads: 12,
      rampUpSeconds: 6,
      loops: 0,
      durationSeconds: 60,
    })
    expect(document?.variables.map(({ name, value }) => [name, value])).toEqual([
      ['host_name', 'shop'],
      ['id', '${uuid()}'],
    ])
    expect(document?.parameters[0]).toMatchObject({
      kind: 'file',
      fileId: csvId,
      columns: ['user', 'pass_word'],
      selection: 'unique',
      exhaustion: 'stopUser',
    })
    expect(document?.settings.http).toMatchObject({
      baseUrl: 'https://shop.test:8443',
      clearCookiesEachIteration: true,
    })
  })

  test('carries requests with what their scope means for them', () => {
    const home = find('Home')
    expect(home?.kind === 'request' && home.protocol === 'http' && home.http).toMatchObject({
      method: 'GET',
      url: '/',
      query: [{ name: 'q', value: 'a b' }],
      headers: [{ name: 'Accept', value: '*/*' }],
    })
    const buy = find('Buy')
    if (buy?.kind !== 'request' || buy.protocol !== 'http') throw new Error('no request')
    expect(buy.http.body).toEqual({ kind: 'json', text: '{"by": "${user}", "at": ${timestamp()}}' })
    expect(buy.http.headers).toEqual([{ name: 'Accept', value: 'text/json', enabled: true }])
    expect(buy.http.expectedStatuses).toBe('')
    expect(buy.checkpoints.map(each => [each.source, each.operator, each.expected])).toEqual([
      ['status', 'equals', '201'],
      ['body', 'contains', 'ok'],
      ['body', 'matches', 'id: \\d+'],
      ['jsonPath', 'equals', '7'],
      ['responseTime', 'lessOrEqual', '900'],
    ])
    expect(
      buy.extractors.map(each => [
        each.source,
        each.variable,
        each.expression,
        each.group,
        each.match,
        each.defaultValue,
      ]),
    ).toEqual([
      ['regex', 'token', '"t":"(.)(.)"', 2, 1, 'none'],
      ['jsonPath', 'a', '$.a', 1, 1, ''],
      ['jsonPath', 'b', '$.b', 1, -1, ''],
    ])
    const other = find('Other host')
    expect(other?.kind === 'request' && other.protocol === 'http' && other.http).toMatchObject({
      url: 'https://cdn.test:8443/a.png',
      followRedirects: false,
    })
    const form = find('Form')
    expect(form?.kind === 'request' && form.protocol === 'http' && form.http.body).toMatchObject({
      kind: 'form',
      fields: [{ name: 'a', value: '1' }],
    })
  })

  test('carries controllers and waits before each request', () => {
    expect(document?.steps.map(step => step.kind)).toEqual([
      'thinkTime',
      'request',
      'transaction',
      'if',
      'percentage',
      'thinkTime',
      'thinkTime',
    ])
    expect(find('When')).toMatchObject({ left: '${token}', operator: 'notEquals', right: 'none' })
    expect(find('Half')).toMatchObject({ percentage: 50 })
  })

  test('reports what was left, and gives what the check of components accepts', () => {
    expect(converted.left.map(({ testname, code }) => `${testname}: ${code}`)).toEqual([
      'Variables: name',
      'Tree: notNeeded',
      'Users: name',
      'Groovy: noCounterpart',
      'Switch: groupKept',
      'SQL: noCounterpart',
      'Before: setUpGroup',
    ])
    for (const { text } of converted.left) expect(`${text.zh}${text.en}`).not.toMatch(/\{\w+\}/)
    const problems = document === undefined ? [] : validateComponent(document)
    expect(problems.filter(problem => problem.severity === 'error').map(problem => problem.code)).toEqual([])
  })
})

describe('what could not be carried', () => {
  const codesOf = (plan: JmxPlan) =>
    toComponents(plan).left.map(({ testname, code }) => `${testname}: ${code}`)

  test('names every element that is neither in the component nor inside one that is named', () => {
    const design = new Designer()
    design.add('e1', 'HeaderPanel', 'Headers of nothing')
    design.add('e1', 'TestFragmentControllerGui', 'Fragment')
    const group = design.add('e1', 'ThreadGroupGui', 'Group')
    design.add(group, 'AuthPanel', 'First login', { 'AuthManager.auth_list': [{}] })
    design.add(group, 'AuthPanel', 'Second login', { 'AuthManager.auth_list': [{}] })
    design.add(group, 'ModuleControllerGui', 'Module')
    design.add(group, 'ConstantTimerGui', 'Timer of nothing')
    design.add(group, 'JSR223PreProcessor', 'Before')
    const sql = design.add(group, 'FtpTestSamplerGui', 'SQL')
    design.add(sql, 'AssertionGui', 'Of the SQL')
    const folder = design.add(group, 'LogicControllerGui', 'Folder')
    design.add(folder, 'RegexExtractorGui', 'Extractor of nothing')
    design.add(folder, 'DebugPostProcessor', 'Debug')
    expect(codesOf(design.plan)).toEqual([
      'Headers of nothing: unused',
      'Fragment: disabled',
      'First login: replaced',
      'Module: stepsElsewhere',
      'Timer of nothing: unused',
      'Before: noCounterpart',
      'SQL: noCounterpart',
      'Extractor of nothing: unused',
      'Debug: unused',
    ])
  })

  test('names all of a plan that begins with something else than a test plan', () => {
    const plan = planOf(
      '<jmeterTestPlan><hashTree><DebugSampler testname="alone"/><hashTree/></hashTree></jmeterTestPlan>',
    )
    expect(codesOf(plan)).toEqual(['alone: noCounterpart'])
  })

  test('is nothing when JMeter does by itself what a plan leaves out', () => {
    const plan = planOf(
      planText([]).replace(
        '<hashTree/>',
        '<hashTree><ThreadGroup testname="g"><elementProp name="ThreadGroup.main_controller" elementType="LoopController"/></ThreadGroup><hashTree><HTTPSamplerProxy testname="r"><stringProp name="HTTPSampler.domain">a</stringProp></HTTPSamplerProxy><hashTree/></hashTree></hashTree>',
      ),
    )
    const { components, left } = toComponents(plan)
    expect(left).toEqual([])
    const [step] = components[0]?.document.steps ?? []
    expect(step?.kind === 'request' && step.protocol === 'http' && step.http.followRedirects).toBe(true)
  })
})

describe('texts of a hostile plan', () => {
  const hostile = [
    ' '.repeat(40_000),
    `\${__jexl3(${' ,'.repeat(20_000)}`,
    `"\${a}" == ${' '.repeat(40_000)}x"'`,
    `\${a}${' '.repeat(40_000)}!`,
    '${'.repeat(20_000),
    `${'${__base64Encode('.repeat(1_500)}x${')}'.repeat(1_500)}`,
    `\${__P(${','.repeat(40_000)}`,
    `\${__UUID${' '.repeat(40_000)}x}`,
  ]
  test.each(hostile.map((value, index) => [index, value] as const))(
    'are translated or kept without long thought and without an exception: %i',
    (_index, value) => {
      const design = new Designer()
      const group = design.add('e1', 'ThreadGroupGui', 'Group')
      const when = design.add(group, 'IfControllerPanel', 'If', { 'IfController.condition': value })
      design.add(when, 'HttpTestSampleGui', 'Request', { 'HTTPSampler.path': value })
      expect(toComponents(design.plan).left.length).toBeGreaterThan(0)
      const reported = { onFunction: () => undefined, onRename: () => undefined }
      expect(templateOf(withPropertyDefaults(value), reported).length).toBeGreaterThan(0)
    },
  )
})

describe('texts of JMeter', () => {
  const reported: string[] = []
  const report = {
    onFunction: (name: string) => reported.push(name),
    onRename: (name: string, now: string) => reported.push(`${name}>${now}`),
  }
  test.each([
    ['plain $ {text}', 'plain $ {text}'],
    ['${a}-${b c}', '${a}-${b_c}'],
    ['${__Random(1,${max})}', '${randomInt(1, ${max})}'],
    ['${__time(yyyy-MM-dd,)}', '${date(yyyy-MM-dd)}'],
    ['${__timeShift(yyyy-MM-dd,,P1D,,)}', '${date(yyyy-MM-dd, +1d)}'],
    ['${__counter(TRUE,)}', '${counter(user)}'],
    ['${__digest(SHA-256,a\\,b,,,)}', '${sha256("a,b")}'],
    ['${__urlencode(${__UUID})}', '${urlEncode(${uuid()})}'],
    ['${__groovy(1+1)}', '${__groovy(1+1)}'],
    ['${__time(EEE)}', '${__time(EEE)}'],
    ['${__char(2)}OK${__char(0x03,012)}', '\u0002OK\u0003\n'],
    ['${__char(${code})}${__char(36)}', '${__char(${code})}${__char(36)}'],
    ['${open', '${open'],
  ])('%s becomes %s', (from, to) => {
    expect(templateOf(from, report)).toBe(to)
  })

  test('that have no counterpart are reported', () => {
    expect(reported).toContain('__groovy')
    expect(reported).toContain('b c>b_c')
    expect(variableName('1x-y', report)).toBe('_1x_y')
    expect(withPropertyDefaults('${__P(a,5)}/${__property(b,,c)}/${__P(d)}')).toBe('5/c/${__P(d)}')
  })
})
