import type { Share } from '@pone/contract/link/plan.ts'
import { targetAt } from '@pone/plan/load-models/registry.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultXml } from '../elements/default-xml.ts'
import { addRow, fieldsOf } from '../elements/form.ts'
import { elementById } from '../elements/registry.ts'
import { setProperties } from '../jmx/edit-properties.ts'
import { insertXml } from '../jmx/edit-tree.ts'
import { type JmxPlan, propertyValue } from '../jmx/plan.ts'
import { findProperty } from '../jmx/property.ts'
import type { Edited } from '../jmx/splice.ts'
import { planOf, planText } from '../jmx/test-plans.ts'
import { csvPart } from './csv-part.ts'
import { byWeights, groupParts, lineOfUsers, wholePart } from './division.ts'
import { filesOf, missingFiles, renameFiles } from './files.ts'
import { arrivalRows, userRows } from './model-rows.ts'
import { type PlanLoad, type PreparedPlan, preparePlan } from './prepare-plan.ts'
import {
  aroundGroups,
  designedUsers,
  loadGroups,
  plainNumber,
  readThreadGroup,
  writeThreadGroup,
} from './thread-group.ts'

function done(edited: Edited): JmxPlan {
  if (!edited.ok) throw new Error(JSON.stringify(edited.problem))
  return edited.plan
}

/** The plan with a new element at the end of a parent; its key. */
function add(plan: JmxPlan, parentKey: string, id: string, name = id): { plan: JmxPlan; key: string } {
  const element = elementById(id)
  if (element === undefined) throw new Error(`no element ${id}`)
  const edited = insertXml(plan, { parentKey, index: 1_000 }, defaultXml(element, name))
  return { plan: done(edited), key: edited.ok ? (edited.created[0] ?? '') : '' }
}

/** Thread groups of that many threads, each with a request and a listener. */
function planWith(...threads: string[]): JmxPlan {
  let plan = planOf(planText([]))
  for (const [index, count] of threads.entries()) {
    const group = add(plan, 'e1', 'ThreadGroupGui', `Group ${index + 1}`)
    plan = done(
      setProperties(group.plan, [{ key: group.key, path: ['ThreadGroup.num_threads'], value: count }]),
    )
    plan = add(plan, group.key, 'HttpTestSampleGui', 'Home').plan
  }
  return add(plan, 'e1', 'ViewResultsFullVisualizer', 'Tree').plan
}

const whole: Share = { from01: 0, to01: 1 }
const halves: Share[] = [
  { from01: 0, to01: 0.5 },
  { from01: 0.5, to01: 1 },
]

const prepare = (plan: JmxPlan, load: PlanLoad, share: Share = whole): PreparedPlan =>
  preparePlan({ plan, load, share, files: new Map() })

function prepared(plan: JmxPlan, load: PlanLoad, share: Share = whole): Extract<PreparedPlan, { ok: true }> {
  const result = prepare(plan, load, share)
  if (!result.ok) throw new Error(JSON.stringify(result.reasons))
  return result
}

const model = (loadModel: LoadModel, drive: 'users' | 'arrivals' = 'users'): PlanLoad => ({
  kind: 'model',
  loadModel,
  drive,
  maxUsers: 100,
})

const constant: LoadModel = { kind: 'constant', users: 10, rampUpSeconds: 5, durationSeconds: 60, loops: 0 }

/** Rows of a thread group's table, as numbers. */
function rowsOf(plan: JmxPlan, group: number, name: string): number[][] {
  const node = loadGroups(plan)[group]
  return (
    (node &&
      findProperty(node.properties, [name])?.properties.map(row =>
        row.properties.map(cell => Number(cell.value)),
      )) ??
    []
  )
}

describe('the division of users', () => {
  const anyShares = fc
    .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 })
    .map(edges => [0, ...edges.sort((a, b) => a - b), 1])
    .map(edges => edges.slice(1).map((to01, index) => ({ from01: edges[index] ?? 0, to01 })))

  test('adds up over groups and over machines', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }),
        anyShares,
        (total, weights, shares) => {
          const machines = shares.map(share => groupParts(total, weights, share))
          for (const [index, parts] of machines.entries()) {
            expect(parts.reduce((sum, part) => sum + part, 0)).toBe(wholePart(total, shares[index] ?? whole))
          }
          const sums = weights.map((_, group) =>
            machines.reduce((sum, parts) => sum + (parts[group] ?? 0), 0),
          )
          expect(sums).toEqual(byWeights(total, weights))
        },
      ),
      { numRuns: 100 },
    )
  })

  test('gives the largest remainders what is left', () => {
    expect(byWeights(10, [1, 1, 1])).toEqual([4, 3, 3])
    expect(byWeights(10, [7, 2, 1])).toEqual([7, 2, 1])
    expect(byWeights(3, [0, 0])).toEqual([2, 1])
  })

  test('is even also among users who come one by one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
        anyShares,
        anyShares,
        (total, weights, components, shares) => {
          const taken = Array.from({ length: total }, () => 0)
          for (const component of components) {
            for (const share of shares) {
              const line = lineOfUsers(total, { component, weights, share })
              for (const [place, group] of line.entries())
                if (group >= 0) taken[place] = (taken[place] ?? 0) + 1
              const sums = weights.map((_, group) => line.filter(each => each === group).length)
              expect(sums).toEqual(groupParts(wholePart(total, component), weights, share))
            }
          }
          expect(taken.every(count => count === 1)).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
    // Of any eight consecutive ones each quarter has two.
    const quarter = { component: halves[1] ?? whole, weights: [1], share: halves[0] ?? whole }
    const line = lineOfUsers(64, quarter).map(group => (group === 0 ? 1 : 0) as number)
    for (let place = 0; place < 64; place += 8)
      expect(line.slice(place, place + 8).reduce((sum, one) => sum + one, 0)).toBe(2)
  })

  test('mixes the groups on each machine', () => {
    expect(groupParts(10, [5, 5], halves[0] ?? whole).map(part => part > 1)).toEqual([true, true])
  })
})

describe('the constant model', () => {
  test('sets every thread group by its share of the users, its ramp-up and duration', () => {
    const { plan, threads, notes } = prepared(planWith('30', '10'), model(constant))
    const groups = loadGroups(plan).map(node => readThreadGroup(node))
    expect(groups.map(group => group?.threads)).toEqual(['8', '2'])
    expect(groups[0]).toMatchObject({
      rampUpSeconds: '5',
      isForever: true,
      durationSeconds: '60',
      delaySeconds: '0',
    })
    expect(threads).toBe(10)
    expect(notes.map(each => each.code)).toEqual(['listenerOff'])
    expect(loadGroups(plan)[0]?.children.map(node => node.testname)).toEqual(['Home'])
  })

  test('ends by loops without a duration', () => {
    const { plan } = prepared(planWith('1'), model({ ...constant, durationSeconds: 0, loops: 7 }))
    const [group] = loadGroups(plan)
    expect(group && readThreadGroup(group)).toMatchObject({
      isForever: false,
      loops: '7',
      durationSeconds: '',
    })
  })

  test('gives each machine its part, and turns groups off that get none', () => {
    const plan = planWith('9', '1')
    const parts = halves.map(share => prepared(plan, model({ ...constant, users: 3 }), share))
    expect(parts.map(part => part.threads)).toEqual([2, 1])
    expect(parts[1]?.notes.map(each => each.code)).toContain('groupIdle')
    expect(parts[1] && loadGroups(parts[1].plan)).toHaveLength(1)
  })

  test('replaces thread groups of plugins, and runs serial groups at once', () => {
    const ultimate = add(planWith('5'), 'e1', 'kg.apc.jmeter.threads.UltimateThreadGroupGui', 'U')
    const [field] = fieldsOf(elementById('kg.apc.jmeter.threads.UltimateThreadGroupGui') ?? fail())
    const filled = done(addRow(ultimate.plan, ultimate.key, field ?? fail(), { 0: '15' }))
    const serial = done(
      setProperties(filled, [
        { key: 'e1', path: ['TestPlan.serialize_threadgroups'], value: 'true', type: 'bool' },
      ]),
    )
    const { plan, notes } = prepared(serial, model({ ...constant, users: 20 }))
    expect(loadGroups(plan).map(node => [node.testclass, designedUsers(node)])).toEqual([
      ['ThreadGroup', 5],
      ['ThreadGroup', 15],
    ])
    expect(notes.map(each => each.code)).toEqual(['groupReplaced', 'ranAtOnce', 'listenerOff'])
    expect(propertyValue(plan.nodes.get('e1') ?? fail(), ['TestPlan.serialize_threadgroups'])).toBe('false')
  })
})

const incremental: LoadModel = {
  kind: 'incremental',
  start: 2,
  step: 4,
  intervalSeconds: 10,
  max: 12,
  holdSeconds: 30,
  rampDownSeconds: 10,
}
const surge: LoadModel = { kind: 'surge', min: 2, max: 10, peakSeconds: 5, count: 3, durationSeconds: 60 }
const userDefined: LoadModel = {
  kind: 'userDefined',
  rows: [
    { users: 5, startDelaySeconds: 0, rampUpSeconds: 10, holdSeconds: 20, rampDownSeconds: 5 },
    { users: 7, startDelaySeconds: 15, rampUpSeconds: 0, holdSeconds: 10, rampDownSeconds: 0 },
  ],
}

describe.each([incremental, surge, userDefined])('the model $kind', loadModel => {
  test('becomes rows of users whose sum is the model', () => {
    const rows = userRows(loadModel) ?? []
    for (let second = 0.5; second < 90; second += 1) {
      const sum = rows.reduce((all, row) => {
        const at = second - row.delaySeconds
        const top = row.rampUpSeconds + row.holdSeconds
        if (at < 0 || at >= top + row.rampDownSeconds) return all
        if (at < row.rampUpSeconds) return all + (row.users * at) / row.rampUpSeconds
        return at < top ? all + row.users : all + row.users * (1 - (at - top) / row.rampDownSeconds)
      }, 0)
      expect(sum).toBeCloseTo(targetAt(loadModel, second * 1_000), 6)
    }
  })

  test('becomes arrivals whose curve is the model', () => {
    for (let second = 0.5; second < 90; second += 1) {
      let begin = 0
      let rate = 0
      for (const row of arrivalRows(loadModel)) {
        const at = second - begin
        if (at >= 0 && at < row.seconds) {
          rate = row.fromPerSecond + ((row.toPerSecond - row.fromPerSecond) * at) / row.seconds
        }
        begin += row.seconds
      }
      expect(rate).toBeCloseTo(targetAt(loadModel, second * 1_000), 3)
    }
  })

  test('is carried by Ultimate Thread Groups whose rows add up over machines and groups', () => {
    const plan = planWith('2', '1')
    const parts = halves.map(share => prepared(plan, model(loadModel), share))
    const users = parts.flatMap(part =>
      loadGroups(part.plan).flatMap((_, group) =>
        rowsOf(part.plan, group, 'ultimatethreadgroupdata').map(row => row[0] ?? 0),
      ),
    )
    const expected = (userRows(loadModel) ?? []).reduce((sum, row) => sum + row.users, 0)
    expect(users.reduce((sum, count) => sum + count, 0)).toBe(expected)
    expect(parts.reduce((sum, part) => sum + part.threads, 0)).toBe(expected)
    expect(parts[0]?.needsThreadGroupPlugin).toBe(true)
    expect(loadGroups(parts[0]?.plan ?? plan)[0]?.children.map(node => node.testname)).toEqual(['Home'])
  })
})

test('steps of one user are shared by components, thread groups and machines', () => {
  const steps: LoadModel = { ...incremental, start: 0, step: 1, max: 12 }
  const threads = halves.flatMap(component =>
    halves.map(share => {
      const result = preparePlan({
        plan: planWith('1', '1'),
        load: model(steps),
        share,
        component,
        files: new Map(),
      })
      return result.ok ? result.threads : result.reasons
    }),
  )
  expect(threads).toEqual([3, 3, 3, 3])
})

describe('set-up and tear-down groups', () => {
  const withAround = () => {
    const setUp = add(planWith('1'), 'e1', 'SetupThreadGroupGui', 'Make data')
    return add(setUp.plan, 'e1', 'PostThreadGroupGui', 'Drop data').plan
  }
  const around = (users: number, share: Share, setUpOn: 'everyMachine' | 'oneMachine') => {
    const load = model({ ...constant, users })
    const result = preparePlan({ plan: withAround(), load, share, setUpOn, files: new Map() })
    return result.ok ? aroundGroups(result.plan).map(node => node.testname) : result.reasons
  }
  const both = ['Make data', 'Drop data']

  test('run on every machine', () => {
    expect(halves.map(share => around(4, share, 'everyMachine'))).toEqual([both, both])
  })

  test('run where the first user is, when one machine is asked for', () => {
    expect(halves.map(share => around(4, share, 'oneMachine'))).toEqual([both, []])
    const thirds = [0, 1, 2].map(at => ({ from01: at / 3, to01: (at + 1) / 3 }))
    // The first machine has no user of it.
    expect(thirds.slice(1).map(share => around(1, share, 'oneMachine'))).toEqual([both, []])
  })
})

describe('rounds', () => {
  const rounds: LoadModel = {
    kind: 'concurrency',
    users: 6,
    rounds: 4,
    durationSeconds: 0,
    gatherTimeoutSeconds: 20,
  }

  test('gather at a step before the first one', () => {
    const { plan, notes } = prepared(planWith('1', '2'), model(rounds))
    const [, second] = loadGroups(plan)
    expect(second && readThreadGroup(second)).toMatchObject({ threads: '4', loops: '4', rampUpSeconds: '0' })
    const [gather] = second?.children ?? []
    expect(gather?.testclass).toBe('TestAction')
    expect(gather?.children.map(node => propertyValue(node, ['groupSize']))).toEqual(['4'])
    expect(gather?.children.map(node => propertyValue(node, ['timeoutInMs']))).toEqual(['20000'])
    expect(notes.map(each => each.code)).toContain('roundsPerGroup')
  })

  test('are refused on several machines, and by arrivals', () => {
    expect(prepare(planWith('1'), model(rounds), halves[0])).toMatchObject({
      ok: false,
      reasons: [{ code: 'roundsOneMachine' }],
    })
    expect(prepare(planWith('1'), model(rounds, 'arrivals'))).toMatchObject({
      ok: false,
      reasons: [{ code: 'model' }],
    })
  })
})

describe('arrivals', () => {
  test('become a Free-Form Arrivals Thread Group with its part of the rate and of the users', () => {
    const { plan } = prepared(planWith('3', '1'), model(constant, 'arrivals'), halves[1])
    expect(rowsOf(plan, 0, 'Schedule')).toEqual([
      [0, 3.75, 5],
      [3.75, 3.75, 55],
    ])
    const [group, other] = loadGroups(plan)
    expect(group && propertyValue(group, ['Unit'])).toBe('S')
    const limits = [group, other].map(node => node && Number(propertyValue(node, ['ConcurrencyLimit'])))
    expect((limits[0] ?? 0) + (limits[1] ?? 0)).toBe(50)
  })
})

test('arrivals change at whole seconds, which do not drift', () => {
  const thirds: LoadModel = { ...surge, count: 3, peakSeconds: 2, durationSeconds: 10 }
  let end = 0
  const corners = arrivalRows(thirds).map(row => (end += row.seconds))
  expect(corners).toEqual([1, 3, 5, 7, 8, 10])
  expect(prepared(planWith('1'), model(thirds, 'arrivals')).notes.map(each => each.code)).toContain(
    'secondsRounded',
  )
})

describe('a load that a plan cannot carry', () => {
  const steps: LoadModel = { ...incremental, start: 0, step: 1, max: 5_000, intervalSeconds: 1 }
  const storm: LoadModel = { ...surge, max: 5_000, count: 10, durationSeconds: 100 }
  const cases: [string, JmxPlan, PlanLoad, string][] = [
    ['no thread group', planOf(planText([])), model(constant), 'noGroups'],
    ['no thread group of its own', planOf(planText([])), { kind: 'plan' }, 'noGroups'],
    ['no thread group to try', planOf(planText([])), { kind: 'trial' }, 'noGroups'],
    ['a broken model', planWith('1'), model({ ...constant, durationSeconds: 0 }), 'model'],
    ['too many steps', planWith('1'), model(steps), 'tooManyRows'],
    ['too many threads', planWith('1'), model(storm), 'tooManyThreads'],
  ]
  test.each(cases)('is refused: %s', (_name, plan, load, code) => {
    const result = prepare(plan, load)
    expect(result.ok ? [] : result.reasons.map(each => each.code)).toEqual([code])
    for (const each of result.ok ? [] : result.reasons)
      expect(`${each.text.zh}${each.text.en}`).not.toMatch(/\{\w+\}/)
  })

  test('reports that an expression cannot be divided', () => {
    const result = prepare(planWith('${users}'), { kind: 'plan' }, halves[0])
    expect(result).toMatchObject({
      reasons: [{ code: 'threadsUnknown', params: { name: 'Group 1', value: '${users}' } }],
    })
  })
})

describe('the thread groups of the plan itself', () => {
  test('stay untouched on one machine and are shared out to several', () => {
    const plan = planWith('${__P(users, 7)}', '2')
    expect(prepared(plan, { kind: 'plan' }).threads).toBe(9)
    const counts = halves.map(share =>
      loadGroups(prepared(plan, { kind: 'plan' }, share).plan).map(designedUsers),
    )
    expect(counts).toEqual([
      [4, 1],
      [3, 1],
    ])
  })

  test('of plugins are shared out by their own counts and rates', () => {
    const ids = {
      stepping: 'kg.apc.jmeter.threads.SteppingThreadGroupGui',
      arrivals: 'com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroupGui',
    }
    const one = add(planOf(planText([])), 'e1', ids.stepping)
    const two = add(one.plan, 'e1', ids.arrivals)
    const plan = done(setProperties(two.plan, [{ key: two.key, path: ['TargetLevel'], value: '5' }]))
    const [stepping, arrivals] = loadGroups(prepared(plan, { kind: 'plan' }, halves[0]).plan)
    expect(stepping && propertyValue(stepping, ['ThreadGroup.num_threads'])).toBe('50')
    expect(stepping && propertyValue(stepping, ['Start users count'])).toBe('5')
    expect(arrivals && propertyValue(arrivals, ['TargetLevel'])).toBe('2.5')
    const open = add(planOf(planText([])), 'e1', 'OpenModelThreadGroupGui').plan
    expect(prepare(open, { kind: 'plan' }, halves[0])).toMatchObject({
      reasons: [{ code: 'openModelOneMachine' }],
    })
  })

  test('are tried by one user once, with set-up groups as they are', () => {
    const setUp = add(planWith('50'), 'e1', 'SetupThreadGroupGui')
    const { plan, threads } = prepared(setUp.plan, { kind: 'trial' })
    const [group] = loadGroups(plan)
    expect(group && readThreadGroup(group)).toMatchObject({
      threads: '1',
      loops: '1',
      isForever: false,
      durationSeconds: '',
    })
    expect(threads).toBe(1)
    expect(plan.nodes.get(setUp.key)?.xml).toBeDefined()
    expect(plan.nodes.get(setUp.key)?.isEnabled).toBe(true)
  })
})

describe('the fields of a thread group', () => {
  test('are read as they were written', () => {
    const cases = [
      {
        threads: '5',
        rampUpSeconds: '3',
        isForever: true,
        loops: '1',
        durationSeconds: '60',
        delaySeconds: '4',
        reusesThreads: false,
      },
      {
        threads: '${n}',
        rampUpSeconds: '0',
        isForever: false,
        loops: '9',
        durationSeconds: '',
        delaySeconds: '0',
        reusesThreads: true,
      },
      {
        threads: '1',
        rampUpSeconds: '0',
        isForever: false,
        loops: '2',
        durationSeconds: '',
        delaySeconds: '8',
        reusesThreads: true,
      },
    ]
    for (const fields of cases) {
      const plan = planWith('1')
      const [group] = loadGroups(plan)
      const written = done(writeThreadGroup(plan, group?.key ?? '', fields))
      expect(readThreadGroup(loadGroups(written)[0] ?? fail())).toEqual(fields)
      expect(done(writeThreadGroup(written, group?.key ?? '', fields)).text).toBe(written.text)
    }
  })

  test('say for ever where the loop controller does not say otherwise, as JMeter takes it', () => {
    const controller = (inside: string) =>
      planOf(
        planText([]).replace(
          '<hashTree/>',
          `<hashTree><ThreadGroup testname="g"><elementProp name="ThreadGroup.main_controller" elementType="LoopController">${inside}</elementProp></ThreadGroup><hashTree/></hashTree>`,
        ),
      )
    const isForever = (inside: string) =>
      readThreadGroup(loadGroups(controller(inside))[0] ?? fail())?.isForever
    const loops = '<stringProp name="LoopController.loops">2</stringProp>'
    const ends = '<boolProp name="LoopController.continue_forever">false</boolProp>'
    expect([isForever(''), isForever(loops), isForever(ends), isForever(loops + ends)]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('are read without slow matching, whatever stands in the plan', () => {
    for (const hostile of [`\${__P(a,${' '.repeat(200_000)}`, `\${__P(${','.repeat(200_000)}`])
      expect(plainNumber(hostile)).toBeNull()
  })

  test('are numbers where the default of a property is one', () => {
    expect(['5', ' 1.5 ', '${__P(a,3)}', '${__P(a)}', '${a}', '', undefined].map(plainNumber)).toEqual([
      5,
      1.5,
      3,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('elements of a plan that do nothing in a run', () => {
  test('are disabled or reported: graphs and writers of plugins, and samplers that JMeter no longer has', () => {
    const element = (testclass: string, name: string) =>
      `<${testclass} guiclass="x" testclass="${testclass}" testname="${name}"/><hashTree/>`
    const plan = done(
      insertXml(
        planWith('1'),
        { parentKey: 'e1', index: 0 },
        [
          element('kg.apc.jmeter.vizualizers.CorrectedResultCollector', 'graph'),
          element('kg.apc.jmeter.perfmon.PerfMonCollector', 'perfmon'),
          element('kg.apc.jmeter.reporters.FlexibleFileWriter', 'writer'),
          element('kg.apc.jmeter.reporters.AutoStop', 'autostop'),
          element('BackendListener', 'backend'),
          element('SoapSampler', 'soap'),
        ].join(''),
      ),
    )
    const prepared = preparePlan({
      plan,
      load: { kind: 'plan' },
      share: { from01: 0, to01: 1 },
      files: new Map(),
    })
    if (!prepared.ok) throw new Error('not prepared')
    const notes = prepared.notes.map(({ code, params }) => [code, params['name']])
    expect(notes.filter(([, name]) => name !== 'Tree')).toEqual([
      ['listenerOff', 'graph'],
      ['listenerOff', 'perfmon'],
      ['listenerOff', 'writer'],
      ['samplerRemoved', 'soap'],
    ])
    const isOn = (name: string) =>
      [...prepared.plan.nodes.values()].find(node => node.testname === name)?.isEnabled
    expect([isOn('graph'), isOn('autostop'), isOn('backend')]).toEqual([false, true, true])
  })
})

describe('files', () => {
  test('are found in every kind of element, and renamed by path or by name', () => {
    const csv = add(planWith('1'), 'e1', 'CSVDataSet', 'Users')
    let plan = done(
      setProperties(csv.plan, [{ key: csv.key, path: ['filename'], value: 'C:\\data\\users.csv' }]),
    )
    const upload = add(plan, 'e2', 'HttpTestSampleGui', 'Upload')
    const files = fieldsOf(elementById('HttpTestSampleGui') ?? fail()).find(
      each => each.name === 'HTTPFileArgs.files',
    )
    plan = done(addRow(upload.plan, upload.key, files ?? fail(), { 'File.path': '/home/me/a.png' }))
    plan = done(
      setProperties(plan, [
        { key: 'e1', path: ['TestPlan.user_define_classpath'], value: 'lib/a.jar,b.jar' },
      ]),
    )
    expect(filesOf(plan).map(file => file.name)).toEqual(['a.jar', 'b.jar', 'a.png', 'users.csv'])
    const map = new Map([
      ['users.csv', '/run/users.csv'],
      ['/home/me/a.png', '/run/1.png'],
      ['b.jar', '/run/b.jar'],
    ])
    const renamed = done(renameFiles(plan, map))
    expect(filesOf(renamed).map(file => file.path)).toEqual([
      'lib/a.jar',
      '/run/b.jar',
      '/run/1.png',
      '/run/users.csv',
    ])
    const result = preparePlan({ plan, load: { kind: 'trial' }, share: whole, files: map })
    expect(
      result.ok && result.notes.filter(each => each.code === 'missingFile').map(each => each.params),
    ).toEqual([{ name: 'Plan', file: 'lib/a.jar' }])
    // A path from the root may be there on the machines.
    expect(missingFiles(plan, new Set(['b.jar']))).toEqual(['a.jar', 'users.csv'])
    expect(missingFiles(plan, new Set(['a.jar', 'b.jar', 'users.csv']))).toEqual([])
  })

  test('that an FTP request uploads are read; one that it downloads to is not', () => {
    const ftp = add(planWith('1'), 'e1', 'FtpTestSamplerGui', 'Goods')
    const set = (name: string, value: string) => ({ key: ftp.key, path: [name], value })
    const to = done(setProperties(ftp.plan, [set('FTPSampler.localfilename', 'goods.txt')]))
    expect(missingFiles(to, new Set())).toEqual([])
    const from = done(setProperties(to, [set('FTPSampler.upload', 'true')]))
    expect(missingFiles(from, new Set())).toEqual(['goods.txt'])
  })

  test('with rows for one user each are cut for the machines', () => {
    const csv = add(planWith('1'), 'e1', 'CSVDataSet', 'Users')
    const set = (name: string, value: string) => ({ key: csv.key, path: [name], value })
    const once = done(setProperties(csv.plan, [set('filename', 'u.csv'), set('recycle', 'false')]))
    expect(prepared(once, { kind: 'plan' }).csvParts).toEqual([])
    expect(prepared(once, { kind: 'plan' }, halves[0]).csvParts).toEqual([
      { path: 'u.csv', name: 'u.csv', hasHeader: true, isQuoted: false },
    ])
    const again = done(setProperties(once, [set('recycle', 'true')]))
    expect(prepared(again, { kind: 'plan' }, halves[0]).csvParts).toEqual([])
    const own = done(setProperties(once, [set('shareMode', 'shareMode.thread')]))
    expect(prepared(own, { kind: 'plan' }, halves[0]).csvParts).toEqual([])
  })

  test('are cut so that every row is on one machine', () => {
    const text = 'name,age\r\n"a\nb",1\nc,2\n\nd,3'
    const bytes = new TextEncoder().encode(text)
    const cut = (share: Share, isQuoted: boolean) =>
      new TextDecoder().decode(csvPart(bytes, share, { hasHeader: true, isQuoted }))
    expect(halves.map(share => cut(share, true))).toEqual([
      'name,age\r\n"a\nb",1\nc,2\n',
      'name,age\r\n\nd,3',
    ])
    expect(cut({ from01: 0, to01: 0 }, true)).toBe('name,age\r\n')
    expect(
      new TextDecoder().decode(csvPart(new Uint8Array(), whole, { hasHeader: true, isQuoted: false })),
    ).toBe('')
  })
})

function fail(): never {
  throw new Error('not there')
}
