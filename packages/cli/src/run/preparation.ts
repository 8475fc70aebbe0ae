/**
 * Turns a component, its load and the command line into the plan of a run, or prints every reason why it cannot run.
 */
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import { validateComponent } from '@pone/plan/check/validate.ts'
import type { Position } from '@pone/plan/code/read.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { mapCredentials } from '@pone/plan/component/credentials.ts'
import { filesOf } from '@pone/plan/component/files.ts'
import { longestResponseMs } from '@pone/plan/component/longest-response.ts'
import { stopRuleReasons } from '@pone/plan/load-models/judged-time.ts'
import { problemsOf } from '@pone/plan/load-models/registry.ts'
import { labelsOf } from '@pone/plan/scenario/labels.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { walkSteps } from '@pone/plan/steps/walk.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { CommandError } from '../exit-codes.ts'
import { scenarioOf } from './load.ts'
import type { RunOptions } from './options.ts'
import { explainProblems } from './problems.ts'
import type { Source } from './source.ts'

export interface Preparation {
  readonly plan: RunPlan
  readonly scenario: ScenarioDocument
  /** Longest time that a request may take, ms. */
  readonly longestResponseMs: number
}

interface Problem {
  readonly severity: 'error' | 'warning'
  readonly position: Position | null
  readonly field: string
  readonly text: Bilingual
}

/** @throws CommandError `componentInvalid` after printing every problem */
export async function prepareRun(
  source: Source,
  options: RunOptions,
  say: (line: string) => void,
): Promise<Preparation> {
  const { component, filePaths } = source
  const document = changedDocument(component.document, options)
  const plain = scenarioOf({
    name: component.name,
    document,
    file: component.scenario,
    changes: options.load,
  })
  const scenario: ScenarioDocument = {
    ...plain,
    sampleLog: options.out?.format ?? 'off',
    sla: [...plain.sla, ...options.sla],
  }
  const components = [{ id: 'component', name: component.name, percentage: 100, document }]
  const labels = labelsOf(components, scenario.drive)
  const problems: Problem[] = [
    ...componentProblems(source, document),
    ...(await fileProblems(document, filePaths)),
    ...secretProblems(document),
    ...loadProblems(scenario),
    ...ruleProblems(scenario, new Set(labels.map(label => label.name))),
  ]
  const lines = explainProblems(source.path ?? options.source, problems)
  const errors = problems.filter(problem => problem.severity === 'error').length
  problems.forEach((problem, index) => {
    const line = lines[index] ?? ''
    if (problem.severity === 'error') say(line)
    else if (!options.quiet) say(`(${line})`)
  })
  if (errors > 0) {
    const count = errors === 1 ? 'problem' : 'problems'
    throw new CommandError('componentInvalid', `${options.source} cannot be run: ${errors} ${count}.`)
  }
  const plan: RunPlan = {
    runId: randomUUID(),
    components,
    labels,
    drive: scenario.drive,
    maxUsers: scenario.maxUsers,
    loadModel: scenario.loadModel,
    sampleLog: scenario.sampleLog,
    files: [],
  }
  return { plan, scenario, longestResponseMs: longestResponseMs(document) }
}

function changedDocument(
  document: ComponentDocument,
  { baseUrl, variables, secretNames }: RunOptions,
): ComponentDocument {
  const given = [...variables].filter(
    ([name]) => !document.variables.some(variable => variable.name === name),
  )
  return {
    ...document,
    settings: {
      ...document.settings,
      http: { ...document.settings.http, baseUrl: baseUrl ?? document.settings.http.baseUrl },
    },
    variables: [
      ...document.variables.map(variable => {
        const value = variables.get(variable.name)
        const secret = variable.secret || secretNames.has(variable.name)
        return value === undefined ? variable : { ...variable, value, secret, enabled: true }
      }),
      ...given.map(([name, value]) => ({ name, value, enabled: true, secret: secretNames.has(name) })),
    ],
  }
}

function componentProblems({ component }: Source, document: ComponentDocument): Problem[] {
  return validateComponent(document).map(({ severity, stepId, field, text }) => {
    const step = stepId === null ? undefined : [...walkSteps(document.steps)].find(each => each.id === stepId)
    const name = step === undefined ? '' : step.name === '' ? step.id : step.name
    return {
      severity,
      position: component.positionOf(stepId, field),
      field: [name, field].filter(part => part !== '').join(' '),
      text,
    }
  })
}

async function fileProblems(
  document: ComponentDocument,
  filePaths: Readonly<Record<string, string>>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const id of filesOf(document)) {
    const path = filePaths[id]
    const facts = path === undefined ? null : await stat(path).catch(() => null)
    if (facts?.isFile() === true) continue
    const text =
      path === undefined
        ? {
            zh: `文件 ${id} 在服务器的项目中，本机没有；请另存为文件并写出本机路径`,
            en: `The file ${id} lies in a project of a server, not on this machine; save the component as a file and name the path`,
          }
        : { zh: `没有文件 ${path}`, en: `There is no file ${path}` }
    problems.push({ severity: 'error', position: null, field: '', text })
  }
  return problems
}

const secretProblems = (document: ComponentDocument): Problem[] => [
  ...variableProblems(document),
  ...credentialProblems(document),
]

function credentialProblems(document: ComponentDocument): Problem[] {
  const problems: Problem[] = []
  mapCredentials(document, (value, { stepId, field }) => {
    const name = field.slice(field.lastIndexOf('.') + 1)
    if (value === secretMask) {
      problems.push({
        severity: 'error',
        position: null,
        field: stepId === null ? field : `${stepId} ${field}`,
        text: {
          zh: `这里的密码或令牌只保存在服务器上：请改为变量 \${${name}}，并用 PONE_SECRET_${name} 给出它的值`,
          en: `This password or token is stored on the server only: write \${${name}} in its place and give its value in PONE_SECRET_${name}`,
        },
      })
    }
    return value
  })
  return problems
}

const variableProblems = (document: ComponentDocument): Problem[] =>
  document.variables
    .filter(({ enabled, secret, value }) => enabled && secret && value === secretMask)
    .map(({ name }) => ({
      severity: 'error',
      position: null,
      field: '',
      text: {
        zh: `变量 ${name} 是保密的，请用环境变量 PONE_SECRET_${name} 或 --var 给出它的值`,
        en: `The variable ${name} is secret: give its value in PONE_SECRET_${name} or with --var`,
      },
    }))

const loadProblems = ({ loadModel, drive }: ScenarioDocument): Problem[] =>
  problemsOf(loadModel, drive).map(({ path, text }) => ({
    severity: 'error',
    position: null,
    field: `load.${path}`,
    text,
  }))

const ruleProblems = (scenario: ScenarioDocument, names: ReadonlySet<string>): Problem[] => [
  ...unknownLabels(scenario, names),
  ...stopRuleReasons(scenario.loadModel, scenario.sla).map(
    ({ zh, en }): Problem => ({ severity: 'error', position: null, field: 'sla', text: { zh, en } }),
  ),
]

const unknownLabels = ({ sla }: ScenarioDocument, names: ReadonlySet<string>): Problem[] =>
  sla
    .filter(({ label }) => label !== '' && !names.has(label))
    .map(({ label }) => ({
      severity: 'error',
      position: null,
      field: 'sla',
      text: {
        zh: `SLA 规则引用的“${label}”不在组件中`,
        en: `An SLA rule names “${label}”, which the component has not`,
      },
    }))
