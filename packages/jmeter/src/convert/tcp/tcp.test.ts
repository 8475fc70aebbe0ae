/** Steps over TCP as TCP Samplers and back: what has a counterpart is unchanged, everything else is reported by name. */
import { validateComponent } from '@pone/plan/check/validate.ts'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Step } from '@pone/plan/steps/registry.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { describe, expect, test } from 'vitest'
import { walkNodes } from '../../jmx/plan.ts'
import { planOf } from '../../jmx/test-plans.ts'
import { valueOf } from '../scope.ts'
import { toComponents } from '../to-components.ts'
import { toPlan } from '../to-plan.ts'

let ids = 0
const step = (tcp: object, more: object = {}) => {
  ids += 1
  return { id: `s${ids}`, name: '', kind: 'request', protocol: 'tcp', tcp, ...more }
}
const group = (kind: string, children: readonly object[], more: object = {}) => {
  ids += 1
  return { id: `s${ids}`, name: kind, kind, children, ...more }
}
const connect = { kind: 'connect', host: 'bank.example', port: 9_000 }
const ask = (data: string, more: object = {}) => step({ kind: 'send', reply: 'next', data, ...more })
const documentOf = (...steps: object[]): ComponentDocument => componentDocumentSchema.parse({ steps })

const withoutIds = (steps: readonly Step[]): unknown =>
  JSON.parse(JSON.stringify(steps, (key, value: unknown) => (key === 'id' ? undefined : value)))

const fields = ['classname', 'EolByte', 'request', 'closeConnection']

function there(document: ComponentDocument) {
  const { text, left } = toPlan('Bank', document)
  const plan = planOf(text)
  const samplers = [...walkNodes(plan.roots)].filter(({ testclass }) => testclass === 'TCPSampler')
  return {
    left: left.map(({ testname, text: { en } }) => `${testname}: ${en}`),
    samplers,
    values: samplers.map(node => fields.map(name => valueOf(node, `TCPSampler.${name}`))),
    back: withoutIds(toComponents(plan).components[0]?.document.steps ?? []),
  }
}

const within =
  'TCP connect bank.example:9000: JMeter connects within the first request, whose time includes it'

describe('a component with TCP as a plan', () => {
  test('has a sampler for each request, with its connection in it, and comes back as it was', () => {
    const document = documentOf(
      step(connect),
      step({ kind: 'await', timeoutMs: 2_000 }, { name: 'Greeting' }),
      ask('BALANCE ${account} EUR'),
      ask('QUIT'),
      step({ kind: 'close' }),
    )
    const { left, samplers, values, back } = there(document)
    expect(left).toEqual([within])
    expect(samplers.map(({ testname }) => testname)).toEqual([
      'Greeting',
      'TCP send BALANCE ${account} EUR',
      'TCP send QUIT',
    ])
    expect(values).toEqual([
      ['TCPClientImpl', '10', '', 'false'],
      ['TCPClientImpl', '10', 'BALANCE ${account} EUR\n', 'false'],
      ['TCPClientImpl', '10', 'QUIT\n', 'true'],
    ])
    const [greeting] = samplers
    const names = ['server', 'port', 'ctimeout', 'timeout', 'reUseConnection', 'nodelay', 'soLinger']
    expect(names.map(name => greeting && valueOf(greeting, `TCPSampler.${name}`))).toEqual([
      'bank.example',
      '9000',
      String(document.settings.connectTimeoutMs),
      '2000',
      'true',
      'true',
      '',
    ])
    expect(back).toEqual(withoutIds(document.steps))
  })

  const length = { kind: 'length', lengthBytes: 2 }
  test.each([
    [
      'hexadecimal to a byte',
      { notation: 'hex', delimiter: '03' },
      { content: 'hex', data: '0a 0B' },
      ['BinaryTCPClientImpl', '3', '0a0b03'],
    ],
    [
      'a byte above 127',
      { notation: 'hex', delimiter: 'ff' },
      { content: 'hex', data: '01' },
      ['BinaryTCPClientImpl', '-1', '01ff'],
    ],
    [
      'Base64',
      { appliesToSent: false },
      { content: 'base64', data: 'AP8=' },
      ['BinaryTCPClientImpl', '10', '00ff'],
    ],
    ['a text that has its delimiter', {}, { data: 'a\n' }, ['TCPClientImpl', '10', 'a\n']],
    ['an expression before the delimiter', {}, { data: '${a}' }, ['TCPClientImpl', '10', '${a}\n']],
    [
      'a text beside a delimiter of bytes',
      { notation: 'hex', delimiter: 'fe' },
      { data: 'a' },
      ['BinaryTCPClientImpl', '-2', '61fe'],
    ],
    [
      'a length field',
      length,
      { content: 'hex', data: '${body}' },
      ['LengthPrefixedBinaryTCPClientImpl', '', '${body}'],
    ],
    [
      'a text after a length field',
      length,
      { data: 'né' },
      ['LengthPrefixedBinaryTCPClientImpl', '', '6ec3a9'],
    ],
    [
      'an answer that ends with the connection',
      { kind: 'close' },
      { data: 'GET\r\n' },
      ['TCPClientImpl', '', 'GET\r\n'],
    ],
  ])('%s is carried, and nothing is lost', (_, framing, message, values) => {
    const document = documentOf(
      step({ ...connect, framing: { kind: 'delimiter', ...framing } }),
      step({ kind: 'send', reply: 'next', ...message }),
    )
    const found = there(document)
    expect(found.left).toEqual([within])
    expect(found.values).toEqual([[...values, 'true']])
  })

  test('a connection that is opened once stays open in JMeter, those of other names are told apart', () => {
    const opened = { ...connect, keptFor: 'user' }
    const document = documentOf(
      group('once', [step(opened), step({ ...opened, connection: 'second' })], { name: 'TCP' }),
      ask('a'),
      ask('b', { connection: 'second' }),
    )
    const { left, samplers, values, back } = there(document)
    expect(left).toEqual([within, within])
    expect(values.map(([, , , closes]) => closes)).toEqual(['false', 'false'])
    expect(samplers.map(node => valueOf(node, 'ConfigTestElement.username'))).toEqual(['', 'second'])
    expect(back).toEqual(withoutIds(document.steps))
  })

  test('a connection of a transaction is closed after its last request, one of a loop is not', () => {
    const { left, values } = there(
      documentOf(
        step(connect),
        group('transaction', [ask('a'), ask('b')]),
        step({ ...connect, connection: 'two' }),
        group('loop', [ask('c', { connection: 'two' })], { count: '2' }),
      ),
    )
    expect(values.map(([, , , closes]) => closes)).toEqual(['false', 'true', 'false'])
    expect(left).toEqual([
      within,
      within,
      'TCP send two c: The setting connection.keptFor = iteration has no counterpart',
    ])
  })

  test('checkpoints and extractors look at answers that end with the delimiter there', () => {
    const rule = (source: string, operator: string, expected: string) => ({
      id: expected,
      source,
      operator,
      expected,
    })
    const taken = { id: 'e', source: 'regex', variable: 'sum', expression: '(\\d+)', defaultValue: '' }
    const document = documentOf(
      step(connect),
      step(
        { kind: 'send', data: 'a', reply: 'next' },
        {
          checkpoints: [
            rule('body', 'equals', 'OK'),
            rule('body', 'contains', 'K'),
            rule('size', 'equals', '2'),
            rule('responseTime', 'lessOrEqual', '500'),
          ],
          extractors: [taken],
        },
      ),
      step({ kind: 'close' }),
    )
    const { text } = toPlan('Bank', document)
    expect(text).toMatch(/>OK\n</)
    expect(text).toMatch(/SizeAssertion.size">3</)
    const { left, back } = there(document)
    expect(left).toEqual([within])
    expect(back).toEqual(withoutIds(document.steps))
  })

  test('parts without a counterpart in JMeter are reported by name', () => {
    const other = (connection: string, more: object) => step({ ...connect, connection, ...more })
    const check = { source: 'body', operator: 'contains', expected: 'ff' }
    const { left, values } = there(
      documentOf(
        other('tls', { tls: true }),
        other('fixed', { framing: { kind: 'fixed' } }),
        other('silence', { framing: { kind: 'silence' } }),
        other('four', { framing: { kind: 'length' } }),
        other('little', { framing: { kind: 'length', lengthBytes: 2, byteOrder: 'little' } }),
        ask('a', { connection: 'tls' }),
        ask('a', { connection: 'fixed' }),
        ask('a', { connection: 'four' }),
        ask('a${b}', { connection: 'four' }),
        step({ kind: 'await', connection: 'four' }, { name: 'Wait' }),
        step(connect, {
          checkpoints: [{ id: '1', source: 'responseTime', operator: 'less', expected: '9' }],
        }),
        step({ kind: 'send', data: 'only sent' }),
        ask('', { content: 'file', fileId: '5b1c8a52-50f1-4d3c-9a51-3f6f3c3d2b10' }),
        ask('00', { content: 'hex', reply: 'count', count: 2 }),
        step(
          { kind: 'send', content: 'hex', data: '01', reply: 'next' },
          { checkpoints: [{ id: '1', ...check }] },
        ),
        ask('你好', { charset: 'gbk' }),
        group('loop', [step({ kind: 'close' })], { count: '1' }),
        { id: 'u', name: 'Datagram', kind: 'request', protocol: 'udp', udp: { kind: 'send', host: 'h' } },
      ),
    )
    expect(left).toMatchInlineSnapshot(`
      [
        "TCP connect bank.example:9000: The TCP Sampler of JMeter has no TLS; it is left out",
        "TCP connect bank.example:9000: The TCP Sampler of JMeter cannot divide messages in this way; it is left out",
        "TCP connect bank.example:9000: The TCP Sampler of JMeter cannot divide messages in this way; it is left out",
        "TCP connect bank.example:9000: JMeter connects within the first request, whose time includes it",
        "TCP connect bank.example:9000: The JMeter property tcp.binarylength.prefix.length has to be 4",
        "TCP connect bank.example:9000: The TCP Sampler of JMeter cannot divide messages in this way; it is left out",
        "TCP send tls a: Its connection was not carried, so it is left out",
        "TCP send fixed a: Its connection was not carried, so it is left out",
        "TCP send four a\${b}: Its content cannot be written as text or hexadecimal in JMeter; it is left out",
        "Wait: The TCP Sampler of JMeter always sends a length first; it is left out",
        "TCP connect bank.example:9000: JMeter connects within the first request, whose time includes it",
        "TCP send only sent: The TCP Sampler of JMeter always waits for an answer; it is left out",
        "TCP send file: Its content cannot be written as text or hexadecimal in JMeter; it is left out",
        "TCP close: Has no counterpart and is left out",
        "Datagram: JMeter has no element of its own for UDP; it is left out",
        "TCP connect bank.example:9000: The setting checkpoints.1 = {"source":"responseTime","expression":"","operator":"less","expected":"9","onFai… has no counterpart",
        "TCP send 00: The setting tcp.reply = count has no counterpart",
        "TCP send 00: The setting tcp.count = 2 has no counterpart",
        "TCP send 00: The setting connection.keptFor = iteration has no counterpart",
        "TCP send 01: The setting checkpoints.1 = {"source":"body","expression":"","operator":"contains","expected":"ff","onFailur… has no counterpart",
        "TCP send 01: The setting connection.keptFor = iteration has no counterpart",
        "TCP send 你好: The setting tcp.charset = gbk has no counterpart",
        "TCP send 你好: The setting connection.keptFor = iteration has no counterpart",
      ]
    `)
    expect(values).toMatchInlineSnapshot(`
      [
        [
          "LengthPrefixedBinaryTCPClientImpl",
          "",
          "61",
          "true",
        ],
        [
          "BinaryTCPClientImpl",
          "10",
          "000a",
          "false",
        ],
        [
          "BinaryTCPClientImpl",
          "10",
          "010a",
          "false",
        ],
        [
          "TCPClientImpl",
          "10",
          "你好
      ",
          "false",
        ],
      ]
    `)
  })

  test('disabled steps stay disabled, and change nothing for others', () => {
    const document = documentOf(
      step(connect),
      ask('a'),
      { ...group('loop', [ask('b')], { count: '2' }), enabled: false },
      { ...ask('c'), enabled: false },
      step({ kind: 'close' }),
    )
    const { left, values, samplers } = there(document)
    expect(left).toEqual([within])
    expect(values.map(([, , , closes]) => closes)).toEqual(['true', 'false', 'false'])
    expect(samplers.map(({ isEnabled }) => isEnabled)).toEqual([true, true, false])
  })

  test('a delimiter of two bytes is its last one in JMeter, which is reported', () => {
    const { left, values } = there(
      documentOf(step({ ...connect, framing: { kind: 'delimiter', delimiter: '\\r\\n' } }), ask('a')),
    )
    expect(values).toEqual([['TCPClientImpl', '10', 'a\r\n', 'true']])
    expect(left).toEqual([
      within,
      'TCP send a: The setting connection.framing.delimiter = 0d0a has no counterpart',
    ])
  })
})

type Values = Readonly<Record<string, string>>
const propertiesOf = (values: Values) =>
  Object.entries(values)
    .map(([name, value]) => {
      const isLogin = name === 'username' || name === 'password'
      return `<stringProp name="${isLogin ? 'ConfigTestElement' : 'TCPSampler'}.${name}">${value}</stringProp>`
    })
    .join('')
const address = { server: 'bank.example', port: '9000', EolByte: '10' }
const sampler = (testname: string, values: Values = {}, below = '', isEnabled = true) =>
  `<TCPSampler guiclass="TCPSamplerGui" testclass="TCPSampler" testname="${testname}" enabled="${isEnabled}">${propertiesOf({ request: `${testname}\n`, ...address, ...values })}</TCPSampler><hashTree>${below}</hashTree>`
const controller = (testclass: string, guiclass: string, below: string, properties = '') =>
  `<${testclass} guiclass="${guiclass}" testclass="${testclass}" testname="${testclass}">${properties}</${testclass}><hashTree>${below}</hashTree>`
const loop = (below: string) =>
  controller(
    'LoopController',
    'LoopControlPanel',
    below,
    '<stringProp name="LoopController.loops">2</stringProp>',
  )
const assertion = (testname: string, field: string, type: string, text: string) =>
  `<ResponseAssertion guiclass="AssertionGui" testclass="ResponseAssertion" testname="${testname}"><collectionProp name="Asserion.test_strings"><stringProp name="1">${text}</stringProp></collectionProp><stringProp name="Assertion.test_field">Assertion.${field}</stringProp><intProp name="Assertion.test_type">${type}</intProp></ResponseAssertion><hashTree/>`

/** The steps of a plan in one line each, and what is reported. */
function componentOf(inside: string) {
  const { components, left } = toComponents(
    planOf(`<jmeterTestPlan version="1.2" properties="5.0"><hashTree>
<TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="Plan"/><hashTree>
<ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="Users"/><hashTree>${inside}</hashTree>
</hashTree></hashTree></jmeterTestPlan>`),
  )
  const document = components[0]?.document ?? documentOf()
  const errors = validateComponent(document).filter(({ severity }) => severity === 'error')
  expect(errors.filter(({ code }) => code !== 'noSteps')).toEqual([])
  const all = [...walkSteps(document.steps, { withDisabled: true })]
  const requests = all.flatMap(each => (each.kind === 'request' && each.protocol === 'tcp' ? [each] : []))
  const lineOf = (one: Step): string => {
    if (one.kind !== 'request' || one.protocol !== 'tcp') return one.kind
    const { kind, connection } = one.tcp
    return `${one.enabled ? '' : '-'}${kind}${connection === 'default' ? '' : ` ${connection}`}${one.name === '' ? '' : ` ${one.name}`}`
  }
  return {
    document,
    requests,
    lines: all.map(lineOf),
    left: left.map(({ testname, text: { en } }) => `${testname}: ${en}`),
  }
}

const notAgain = 'JMeter connects again after a failed request; here nothing does'
const again = 'JMeter goes on to use the connection in later requests; here it is opened again'

describe('a plan with TCP Samplers as a component', () => {
  test('opens a connection once where no sampler closes it, before all else', () => {
    const { lines, left, requests } = componentOf(sampler('a') + loop(sampler('b')))
    expect(lines).toEqual(['once', 'connect', 'send a', 'loop', 'send b'])
    expect(requests.map(({ tcp }) => tcp)).toMatchObject([
      {
        kind: 'connect',
        host: 'bank.example',
        port: 9_000,
        tls: false,
        keptFor: 'user',
        framing: { kind: 'delimiter', delimiter: '\\n', appliesToSent: true },
      },
      { kind: 'send', content: 'text', data: 'a', reply: 'next' },
      { kind: 'send', data: 'b' },
    ])
    expect(left).toEqual([`a: ${notAgain}`])
  })

  test.each([
    [
      'the last closes it',
      sampler('a') + sampler('b', { closeConnection: 'true' }),
      ['connect', 'send a', 'send b', 'close'],
      [],
    ],
    [
      'each has its own',
      sampler('a', { reUseConnection: 'false' }) + sampler('b', { reUseConnection: 'false' }),
      ['connect', 'send a', 'close', 'connect', 'send b', 'close'],
      [],
    ],
    [
      'a loop goes on with it',
      sampler('a') + loop(sampler('b')) + sampler('c', { closeConnection: 'true' }),
      ['connect', 'send a', 'loop', 'send b', 'send c', 'close'],
      [],
    ],
    [
      'a loop begins with it',
      loop(sampler('b')) + sampler('c', { closeConnection: 'true' }),
      ['connect', 'loop', 'send b', 'send c', 'close'],
      [],
    ],
    [
      'a loop opens and closes it',
      loop(sampler('b', { closeConnection: 'true' })),
      ['loop', 'connect', 'send b', 'close'],
      [],
    ],
    [
      'a loop closes what was open',
      sampler('a') + loop(sampler('b', { closeConnection: 'true' })),
      ['connect', 'send a', 'loop', 'connect', 'send b', 'close'],
      [`a: ${again}`],
    ],
    [
      'the next iteration goes on with it',
      sampler('a', { closeConnection: 'true' }) + sampler('b'),
      ['connect', 'send a', 'close', 'connect', 'send b'],
      [`a: ${again}`],
    ],
    [
      'a simple controller changes nothing',
      sampler('a') +
        controller('GenericController', 'LogicControllerGui', sampler('b', { closeConnection: 'true' })),
      ['connect', 'send a', 'send b', 'close'],
      [],
    ],
    [
      'one without reuse replaces it',
      sampler('a') + sampler('b', { reUseConnection: 'false' }),
      ['connect', 'send a', 'connect', 'send b', 'close'],
      [],
    ],
  ])('a connection of an iteration: %s', (_, inside, lines, left) => {
    const found = componentOf(inside)
    expect(found.lines).toEqual(lines)
    expect(found.left).toEqual(left)
  })

  test('what a choice of a random controller needs stays together', () => {
    const own = { reUseConnection: 'false' }
    const inside = controller('RandomController', 'RandomControlGui', sampler('a', own) + sampler('b', own))
    const { document } = componentOf(inside)
    expect(document.steps).toMatchObject([
      {
        kind: 'random',
        children: [
          { kind: 'transaction', name: 'a', children: [{}, { name: 'a' }, {}] },
          { kind: 'transaction', name: 'b' },
        ],
      },
    ])
  })

  test('an answer without an end lasts until the server closes, and the next request connects anew', () => {
    const { lines, left, requests } = componentOf(
      sampler('a', { EolByte: '' }) + sampler('b', { EolByte: '1000', closeConnection: 'true' }),
    )
    expect(lines).toEqual(['connect', 'send a', 'connect', 'send b'])
    expect(requests[0]?.tcp).toMatchObject({ framing: { kind: 'close' } })
    expect(left).toEqual([
      'a: Its answer ends with the connection, which JMeter would use again; here each request connects anew',
    ])
  })

  test('addresses, users and ends of answers have connections of their own', () => {
    const { requests, left } = componentOf(
      [
        sampler('a'),
        sampler('b', { port: '9001' }),
        sampler('c', { username: 'teller' }),
        sampler('d', { EolByte: '13' }),
        sampler('e', { server: '${host}', port: '${__P(port,7000)}', ctimeout: '1500', timeout: '9000' }),
        sampler('f', { port: '9002' }, '', false),
      ].join(''),
    )
    const opened = requests.flatMap(({ tcp }) => (tcp.kind === 'connect' ? [tcp] : []))
    expect(
      opened.map(({ connection, host, port, timeoutMs }) => [connection, host, port, timeoutMs]),
    ).toEqual([
      ['default', 'bank.example', 9_000, 0],
      ['bank.example:9001', 'bank.example', 9_001, 0],
      ['teller', 'bank.example', 9_000, 0],
      ['bank.example:9000', 'bank.example', 9_000, 0],
      ['${host}:7000', '${host}', 7_000, 1_500],
    ])
    expect(requests.find(({ name }) => name === 'e')?.tcp).toMatchObject({ timeoutMs: 9_000 })
    expect(requests.at(-1)).toMatchObject({ name: 'f', enabled: false })
    expect(left.filter(line => !line.includes(notAgain))).toEqual([
      'd: Its answer ends in another way than those of other requests over the connection; here it has one of its own',
    ])
  })

  test('defaults around a sampler fill in what it leaves out', () => {
    const defaults = `<ConfigTestElement guiclass="TCPConfigGui" testclass="ConfigTestElement" testname="Defaults">${propertiesOf({ ...address, server: 'other.example', classname: 'org.apache.jmeter.protocol.tcp.sampler.BinaryTCPClientImpl' })}</ConfigTestElement><hashTree/>`
    const { requests, left } = componentOf(
      defaults + sampler('a', { server: '', EolByte: '', request: '0A1B0a', classname: '' }),
    )
    expect(requests.map(({ tcp }) => tcp)).toMatchObject([
      { kind: 'connect', host: 'other.example', framing: { delimiter: '\\n' } },
      { kind: 'send', content: 'hex', data: '0a1b' },
    ])
    expect(left).toEqual([`a: ${notAgain}`])
    expect(componentOf(defaults).left).toEqual([
      'Defaults: No request was carried that it would hold for, so it is left out',
    ])
  })

  test.each([
    ['LengthPrefixedBinaryTCPClientImpl', { kind: 'length', lengthBytes: 2 }, '0a0b'],
    [
      'BinaryTCPClientImpl',
      { kind: 'delimiter', notation: 'hex', delimiter: 'f0', appliesToSent: false },
      '0a0b',
    ],
  ])('%s sends and divides bytes', (classname, framing, data) => {
    const { requests } = componentOf(sampler('a', { classname, EolByte: '-16', request: '0a0b' }))
    expect(requests.map(({ tcp }) => tcp)).toMatchObject([{ framing }, { content: 'hex', data }])
  })

  test.each([
    [
      'a class of somebody else',
      { classname: 'com.bank.Client' },
      'The TCPClient class com.bank.Client was not carried: only those of JMeter itself can be',
    ],
    [
      'a port that a variable has',
      { port: '${port}' },
      'The port ${port} is no number from 1 to 65535; it was not carried',
    ],
    ['no port', { port: '' }, 'The port  is no number from 1 to 65535; it was not carried'],
  ])('%s is reported and left out', (_, values, text) => {
    expect(componentOf(sampler('a', values))).toMatchObject({ lines: [], left: [`a: ${text}`] })
  })

  test('settings that steps do not have are reported, and a password is not shown', () => {
    const { left } = componentOf(
      sampler('a', { soLinger: '0', password: 'secret', timeout: '${ms}', EolByte: '${eol}' }),
    )
    expect(left).toEqual([
      'a: The setting TCPSampler.EolByte = ${eol} has no counterpart',
      'a: The setting TCPSampler.soLinger = 0 has no counterpart',
      `a: The setting ConfigTestElement.password = ${secretMask} has no counterpart`,
      'a: The setting TCPSampler.timeout = ${ms} has no counterpart',
      'a: Its answer ends with the connection, which JMeter would use again; here each request connects anew',
    ])
  })

  test('assertions of the text are checkpoints without the end, others are reported', () => {
    const rules = [
      assertion('Whole', 'response_data', '8', 'OK\n'),
      assertion('Part', 'response_data', '16', 'K'),
      assertion('Ends', 'response_data', '1', 'O.\\n'),
      assertion('Status', 'response_code', '8', '200'),
    ].join('')
    const { requests, left } = componentOf(sampler('a', {}, rules))
    const [, send] = requests
    expect(send?.checkpoints).toMatchObject([
      { source: 'body', operator: 'equals', expected: 'OK' },
      { source: 'body', operator: 'contains', expected: 'K' },
    ])
    expect(left.slice(1)).toEqual([
      'Ends: Has no counterpart and is left out',
      'Status: Has no counterpart and is left out',
    ])
    const binary = componentOf(sampler('a', { classname: 'BinaryTCPClientImpl' }, rules))
    expect(binary.requests[1]?.checkpoints).toEqual([])
    expect(binary.left).toHaveLength(5)
  })

  test('a timer waits before the request, after it is connected', () => {
    const timer =
      '<ConstantTimer guiclass="ConstantTimerGui" testclass="ConstantTimer" testname="T"><stringProp name="ConstantTimer.delay">5</stringProp></ConstantTimer><hashTree/>'
    expect(componentOf(sampler('a', { closeConnection: 'true' }, timer)).lines).toEqual([
      'connect',
      'thinkTime',
      'send a',
      'close',
    ])
  })
})
