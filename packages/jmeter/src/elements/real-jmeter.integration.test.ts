import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { messageHarness } from '@pone/protocols/messages/test-user.ts'
import { tcpClient } from '@pone/protocols/tcp/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBank } from '../convert/tcp/test-bank.ts'
import { toPlan } from '../convert/to-plan.ts'
import { setProperties } from '../jmx/edit-properties.ts'
import { insertXml } from '../jmx/edit-tree.ts'
import { copyNodes } from '../jmx/fragment.ts'
import { type JmxNode, type JmxPlan, readPlan, walkNodes } from '../jmx/plan.ts'
import type { JmxProperty } from '../jmx/property.ts'
import type { Edited } from '../jmx/splice.ts'
import { planOf, planText } from '../jmx/test-plans.ts'
import { preparePlan } from '../load/prepare-plan.ts'
import { loadGroups } from '../load/thread-group.ts'
import { testJmeter } from '../worker/jmeter-harness.ts'
import { defaultXml } from './default-xml.ts'
import type { ElementCategory, ElementDefinition } from './element.ts'
import { addRow, fieldsOf, fieldValue, formOf, setField, setList } from './form.ts'
import { categoryOf, elementById, elements, mayHold } from './registry.ts'

const jmeterTimeoutMs = 110_000
const timeoutMs = 120_000
let folder = ''
let saved: JmxPlan
let complaints = ''
let log = ''
let rows: string[][] = []
let all: JmxPlan
let bank: TestBank

const { user } = messageHarness(tcpClient)

beforeAll(async () => {
  bank = await TestBank.open()
  all = planOfEverything()
  folder = await mkdtemp(join(tmpdir(), 'pone-elements-'))
  const file = (name: string) => join(folder, name)
  await writeFile(file('all.jmx'), all.text)
  await writeFile(file('converted.jmx'), convertedPlan())
  await writeFile(file('run.jmx'), planThatRuns().text)
  const { path: home } = testJmeter()
  await promisify(execFile)(
    'java',
    [
      '-Xms64m',
      '-Xmx256m',
      '-XX:TieredStopAtLevel=1',
      '-XX:+UseSerialGC',
      '-Djava.awt.headless=true',
      `-Djava.util.prefs.userRoot=${folder}`,
      `-Duser.home=${folder}`,
      '-jar',
      join(home, 'bin', 'ApacheJMeter.jar'),
      '-n',
      '-t',
      file('run.jmx'),
      '-l',
      file('rows.csv'),
      '-j',
      file('jmeter.log'),
      `-Jin=${file('all.jmx')}`,
      `-Jconverted=${file('converted.jmx')}`,
      `-Jout=${file('saved.jmx')}`,
      `-Jcomplaints=${file('complaints.txt')}`,
      // The panels leave threads running that would prevent its end.
      '-Jjmeterengine.force.system.exit=true',
    ],
    { cwd: folder, timeout: jmeterTimeoutMs, killSignal: 'SIGKILL', maxBuffer: 16 * 1024 ** 2 },
  )
  log = await readFile(file('jmeter.log'), 'utf8')
  complaints = await readFile(file('complaints.txt'), 'utf8').catch(() => `nothing was checked: ${log}`)
  saved = planOf(await readFile(file('saved.jmx'), 'utf8').catch(() => planText([])))
  rows = (await readFile(file('rows.csv'), 'utf8'))
    .trim()
    .split('\n')
    .map(line => line.split(','))
}, timeoutMs)
afterAll(() => {
  bank.close()
  return rm(folder, { recursive: true, force: true })
})

function done(edited: Edited): JmxPlan {
  if (!edited.ok) throw new Error(JSON.stringify(edited.problem))
  return edited.plan
}

function definition(id: string): ElementDefinition {
  const found = elementById(id)
  if (found === undefined) throw new Error(`no element ${id}`)
  return found
}

/** The elements of the tests' JMeter: of plugins the thread groups only. */
const present = elements.filter(each => each.isOffered && (!each.isPlugin || each.category === 'threads'))

/** Every such element at an allowed place, disabled, with a row in each of its tables. */
function planOfEverything(): JmxPlan {
  const testPlan = defaultXml(definition('TestPlanGui'), '计划')
  let plan = planOf(
    `<jmeterTestPlan version="1.2" properties="5.0"><hashTree>${testPlan}</hashTree></jmeterTestPlan>`,
  )
  const homes = new Map<ElementCategory, string>([['plan', 'e1']])
  for (const element of present) {
    if (element.testclass === 'TestPlan' || element.testclass === 'WorkBench') continue
    const [, parentKey] = [...homes].find(([category]) => mayHold(category, element.category)) ?? []
    const edited = insertXml(plan, { parentKey: parentKey ?? 'e1', index: 1_000 }, disabled(element))
    plan = done(edited)
    const [key = ''] = edited.ok ? edited.created : []
    if (!homes.has(element.category)) homes.set(element.category, key)
    for (const field of fieldsOf(element)) {
      if (field.widget === 'list') plan = done(setList(plan, key, field, ['first', 'second']))
      if (field.widget === 'table' && (field.rows?.columns.length ?? 0) > 0) {
        const [column] = field.rows?.columns ?? []
        const isNumber = column?.widget === 'number'
        plan = done(addRow(plan, key, field, isNumber ? {} : { [column?.name ?? '']: '名称 <1>' }))
      }
    }
  }
  return plan
}

const disabled = (element: ElementDefinition): string =>
  defaultXml(element, element.title.zh).replace('enabled="true"', 'enabled="false"')

/** A component of PR as a plan. */
const convertedPlan = (): string =>
  toPlan(
    'Shop',
    componentDocumentSchema.parse({
      settings: { baseUrl: 'http://127.0.0.1:1', auth: { kind: 'basic', user: 'a', password: 'b' } },
      variables: [{ name: 'city', value: '北京' }],
      steps: [
        {
          id: '1',
          name: 'Buy',
          kind: 'request',
          protocol: 'http',
          http: {
            method: 'POST',
            url: '/orders',
            body: { kind: 'json', text: '{}' },
            expectedStatuses: '200-201',
          },
          checkpoints: [{ id: '1', source: 'size', operator: 'less', expected: '9' }],
          extractors: [{ id: '1', source: 'css', variable: 'a', expression: 'a' }],
        },
        { id: '2', name: 'Think', kind: 'thinkTime', distribution: 'normal', durationMs: 5, spreadMs: 2 },
        {
          id: '4',
          name: 'Connect',
          kind: 'request',
          protocol: 'sql',
          sql: { kind: 'connect', host: 'db', database: 'shop', user: 'a', scope: 'pool', tls: true },
        },
        {
          id: '5',
          name: 'Read',
          kind: 'request',
          protocol: 'sql',
          sql: { kind: 'query', text: 'SELECT $1', parameters: [{ value: 'a,b' }], maxRows: 5 },
        },
        ...['begin', 'rollback', 'commit'].map((kind, at) => ({
          id: String(6 + at),
          name: kind,
          kind: 'request',
          protocol: 'sql',
          sql: { kind },
        })),
        {
          id: '9',
          name: 'Pay',
          kind: 'request',
          protocol: 'sql',
          sql: { kind: 'call', procedure: 'pay', parameters: [{ value: '1', type: 'number' }] },
        },
        { id: '3', name: 'If', kind: 'if', left: '${a}', operator: 'exists', children: [] },
      ],
    }),
  ).text

/** Loads the plan of everything, opens each element in its own panel, prepares its beans, and saves it again. */
const script = `
import org.apache.jmeter.save.SaveService
import org.apache.jmeter.testbeans.TestBean
import org.apache.jmeter.testbeans.TestBeanHelper
import org.apache.jmeter.testbeans.gui.TestBeanGUI
import org.apache.jmeter.testelement.TestElement
def said = new StringBuilder()
def check
check = { tree ->
  tree.list().each { node ->
    def name = node.getClass().name + ' ' + node.getPropertyAsString(TestElement.GUI_CLASS)
    try {
      def gui = node.getPropertyAsString(TestElement.GUI_CLASS)
      if (node instanceof TestBean) TestBeanHelper.prepare(node.clone())
      if (gui == '') throw new Exception('no panel')
      def panel = node instanceof TestBean ? new TestBeanGUI(node.getClass()) : Class.forName(gui).getDeclaredConstructor().newInstance()
      panel.configure(node.clone())
      panel.createTestElement()
    } catch (Throwable problem) { said << name << ': ' << problem << '\\n' }
    check(tree.getTree(node))
  }
}
try {
  def tree = SaveService.loadTree(new File(props.get('in')))
  check(tree)
  check(SaveService.loadTree(new File(props.get('converted'))))
  new FileOutputStream(props.get('out')).withCloseable { SaveService.saveTree(tree, it) }
} catch (Throwable problem) { said << 'load: ' << problem << '\\n' }
new File(props.get('complaints')).setText(said.toString(), 'UTF-8')
`

const models: readonly (readonly [name: string, drive: 'users' | 'arrivals', LoadModel])[] = [
  ['constant', 'users', { kind: 'constant', users: 2, rampUpSeconds: 0, durationSeconds: 0, loops: 3 }],
  [
    'rounds',
    'users',
    { kind: 'concurrency', users: 4, rounds: 3, durationSeconds: 0, gatherTimeoutSeconds: 60 },
  ],
  ['surge', 'users', { kind: 'surge', min: 1, max: 3, peakSeconds: 1, count: 1, durationSeconds: 3 }],
  ['arrivals', 'arrivals', { kind: 'constant', users: 5, rampUpSeconds: 0, durationSeconds: 2, loops: 0 }],
]

/** One plan with the checking script and a thread group for each way in which a load model is converted. */
function planThatRuns(): JmxPlan {
  const group = (name: string, children: string) =>
    `${defaultXml(definition('ThreadGroupGui'), name).replace('<hashTree/>', '')}<hashTree>${children}</hashTree>`
  const bean = (id: string, name: string) => defaultXml(definition(id), name)
  const checked = done(
    insertXml(
      planOf(planText([])),
      { parentKey: 'e1', index: 0 },
      group('checks', bean('JSR223Sampler', 'check')),
    ),
  )
  const sampler = [...walkNodes(checked.roots)].find(node => node.testname === 'check')
  let plan = done(setProperties(checked, [{ key: sampler?.key ?? '', path: ['script'], value: script }]))
  for (const [name, drive, loadModel] of models) {
    const content = `${bean('DebugSampler', name)}${bean('ConstantTimerGui', 'pause').replace('>300<', '>100<')}`
    const designed = done(
      insertXml(planOf(planText([])), { parentKey: 'e1', index: 0 }, group(`${name} group`, content)),
    )
    const prepared = preparePlan({
      plan: designed,
      load: { kind: 'model', drive, loadModel, maxUsers: 20 },
      share: { from01: 0, to01: 1 },
      files: new Map(),
    })
    if (!prepared.ok) throw new Error(JSON.stringify(prepared.reasons))
    const keys = loadGroups(prepared.plan).map(node => node.key)
    plan = done(insertXml(plan, { parentKey: 'e1', index: 100 }, copyNodes(prepared.plan, keys)))
  }
  for (const document of [bank.visit, bank.regular]) {
    const converted = planOf(toPlan('TCP', document).text)
    const keys = loadGroups(converted).map(node => node.key)
    plan = done(insertXml(plan, { parentKey: 'e1', index: 100 }, copyNodes(converted, keys)))
  }
  return plan
}

const valuesOf = (properties: readonly JmxProperty[], path = ''): string[] =>
  properties.flatMap(property => {
    const own = `${path}/${property.name}`
    return property.properties.length > 0
      ? valuesOf(property.properties, own)
      : [`${own} = ${property.value.trim()}`]
  })

/** It is no loss when JMeter leaves out an empty or default value. */
const isTold = (line: string): boolean => !/ = (|true|false|0|0\.0)$/.test(line)

const bySavedName = (plan: JmxPlan): Map<string, JmxNode> =>
  new Map([...walkNodes(plan.roots)].map(node => [`${node.guiclass} ${node.testname}`, node]))

describe('the real JMeter', () => {
  test('loads a plan with every element and one that was a component, opens each element in its own panel and has no complaint', () => {
    expect(complaints).toBe('')
    expect(log).not.toMatch(/ConversionException|CannotResolveClass|ClassNotFoundException|NoClassDefFound/)
  })

  test('saves every element with the classes and values that were given', () => {
    const theirs = bySavedName(saved)
    const ours = [...walkNodes(all.roots)]
    expect(theirs.size).toBe(ours.length)
    for (const node of ours) {
      const same = theirs.get(`${node.guiclass} ${node.testname}`)
      expect(same?.testclass, node.testname).toBe(node.testclass)
      expect(same?.isEnabled).toBe(node.isEnabled)
      const kept = new Set(same === undefined ? [] : valuesOf(same.properties))
      const lost = valuesOf(node.properties).filter(line => isTold(line) && !kept.has(line))
      expect(lost, node.testname).toEqual([])
    }
  })

  test('writes plans that are read back with every element known', () => {
    expect(readPlan(saved.text).ok).toBe(true)
    for (const node of walkNodes(saved.roots)) expect(categoryOf(node), node.testclass).not.toBeNull()
  })

  test('comes with templates whose every element is known and can be edited', async () => {
    const templates = join(testJmeter().path, 'bin', 'templates')
    const names = (await readdir(templates)).filter(name => name.endsWith('.jmx'))
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      const plan = planOf(await readFile(join(templates, name), 'utf8'))
      for (const node of walkNodes(plan.roots)) {
        const form = formOf(node)
        if (form === 'raw') throw new Error(`${name}: ${node.testclass} is not known`)
        for (const field of form) {
          if (field.widget === 'table' || field.widget === 'list') continue
          const edited = done(setField(plan, node.key, field, 'edited'))
          const after = edited.nodes.get(node.key)
          expect(after && fieldValue(after, field), `${name} ${field.name}`).toBe('edited')
        }
      }
    }
  })

  test('sends over TCP what the engine of components sends, over as many connections', async () => {
    const { kept, ...theirs } = bank.take()
    const { run } = user()
    for (const step of bank.visit.steps)
      if (step.kind === 'request' && step.protocol === 'tcp')
        expect(await run(step.tcp)).toMatchObject({ errorCode: null })
    const { kept: _none, ...ours } = bank.take()
    expect(theirs).toEqual(ours)
    expect(ours.bytes).toEqual(['02c3280300ff03'])
    expect(kept).toEqual([Buffer.from('once more\nonce more\n').toString('hex')])
  })

  test('follows the load models as they were carried into the plan', () => {
    const [head = [], ...samples] = rows
    const column = (name: string) => head.indexOf(name)
    const of = (name: string) => samples.filter(row => row[column('label')] === name)
    const threads = (name: string) => new Set(of(name).map(row => row[column('threadName')])).size
    expect([of('constant').length, threads('constant')]).toEqual([6, 2])
    expect([of('rounds').length, threads('rounds')]).toEqual([12, 4])
    expect(threads('surge')).toBe(3)
    // Ten are due; a busy machine starts some late.
    expect(of('arrivals').length).toBeGreaterThanOrEqual(5)
    expect(of('arrivals').length).toBeLessThanOrEqual(15)
    expect(samples.every(row => row[column('success')] === 'true')).toBe(true)
  })
})
