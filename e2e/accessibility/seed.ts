/** What the pages of the accessibility journey show: a project with a component, a scenario, an ended run with its report, JMeter's equivalents, a task set, a monitor, a chart group and an incident. */
import { createApiClient } from '@pone/cli/demo/api-client.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import { importByApi, jtlHeader, jtlRow } from '../driver/imports.ts'
import { importPlanByApi, shopPlan } from '../driver/jmeter.ts'
import { type Api, makeWorkspace, registerByApi, tokenByApi, type Workspace } from '../driver/preparation.ts'
import { eventually } from '../harness/eventually.ts'
import type { Installation, SignIn } from '../harness/installation.ts'

export const reader: SignIn = { account: 'access.reader', password: 'Access-r1' }
export const readersProject = 'Accessible shop'

const loadModel = {
  kind: 'incremental',
  start: 1,
  step: 1,
  intervalSeconds: 1,
  max: 2,
  holdSeconds: 3,
  rampDownSeconds: 0,
} as const

/** Ids by the names that addresses use. */
export async function seed(
  installation: Installation,
  captcha: string,
  shopAddress: string,
): Promise<Readonly<Record<string, string>>> {
  await registerByApi(installation, reader, captcha, 'Reader')
  const token = await tokenByApi(installation, reader, captcha)
  const api = createApiClient(installation.address, token)
  const workspace = await makeWorkspace(api, { name: readersProject, code: 'ACCESS', shopAddress, loadModel })
  const { projectId, componentId, scenarioId } = workspace
  const { id: run } = await api.send(calls.run.start, { projectId, scenarioId })
  const [root] = await api.send(calls.jmeterComponent.tree, { projectId })
  const own = { token, projectId }
  const jmeter = await importPlanByApi(installation, {
    ...own,
    parentId: root?.id ?? '',
    name: 'shop.jmx',
    content: shopPlan,
  })
  const jmeterRun = await importByApi(installation, { ...own, api, name: 'nightly', text: results() })
  const { id: taskSet } = await api.send(calls.task.createSet, {
    projectId,
    name: 'regression',
    engine: 'pr',
  })
  await api.send(calls.task.addScenarios, { projectId, id: taskSet, scenarioIds: [scenarioId] })
  const monitor = await watched(api, projectId, shopAddress)
  const board = await charted(api, projectId, monitor)
  const incident = await alerted(api, projectId, monitor)
  await reported(workspace, run)
  return {
    component: componentId,
    scenario: scenarioId,
    run,
    jmeter,
    jmeterRun,
    taskSet,
    monitor,
    board,
    incident,
  }
}

/** A chart group with a chart of the monitor. */
async function charted(api: Api, projectId: string, monitorId: string): Promise<string> {
  const { id } = await api.send(calls.chartGroup.save, {
    projectId,
    id: null,
    revision: 0,
    name: 'Shop',
    content: {
      style: 'line',
      variables: [],
      charts: [
        {
          id: 'time',
          title: '',
          style: null,
          place: { x: 0, y: 0, width: 6, height: 6 },
          counters: [
            {
              source: { kind: 'monitor', monitorId, name: 'shop' },
              type: 'tcp-availability',
              section: 'reach',
              counter: 'connectMs',
              labels: {},
            },
          ],
        },
      ],
    },
  })
  return id
}

/** An incident: of a rule that the answering monitor breaches. */
async function alerted(api: Api, projectId: string, monitorId: string): Promise<string> {
  const rule = {
    name: 'The shop answers',
    isEnabled: true,
    level: 'notice' as const,
    labels: {},
    channelIds: [],
    content: {
      scope: { kind: 'monitors' as const, monitorIds: [monitorId] },
      indicator: { kind: 'availability' as const },
      onlyLabels: {},
      max: 0,
      min: null,
      triggerCycleMinutes: 1,
      silentCycleMinutes: 60,
      times: 1,
      schedule: { timeZone: 'UTC', workingHours: [], maintenance: [] },
      dependsOn: [],
    },
  }
  await api.send(calls.alert.saveRule, { projectId, id: null, revision: 0, rule })
  return await eventually({
    what: 'the incident of the shop',
    patienceMs: 60_000,
    look: async () => (await api.send(calls.alert.incidents, { projectId })).rows[0]?.id,
  })
}

/** A running monitor of the shop's port. */
async function watched(api: Api, projectId: string, shopAddress: string): Promise<string> {
  const { hostname, port } = new URL(shopAddress)
  const { id } = await api.send(calls.monitor.create, {
    projectId,
    name: 'shop',
    type: 'tcp-availability',
    params: { host: hostname, port: Number(port) },
  })
  await api.send(calls.monitor.start, { projectId, ids: [id] })
  return id
}

const startMs = Date.UTC(2026, 10, 20, 18)

function results(): string {
  const rows = Array.from({ length: 400 }, (_, index) =>
    jtlRow({
      at: startMs + index * 50,
      elapsedMs: 40 + (index % 60),
      label: index % 4 === 0 ? 'POST /orders' : 'GET /goods',
      hasFailed: index % 50 === 0,
    }),
  )
  return `${[jtlHeader, ...rows].join('\n')}\n`
}

const reported = ({ api, projectId }: Workspace, runId: string) =>
  eventually({
    what: 'the report of the run',
    patienceMs: 60_000,
    look: async () => {
      if (isActiveRun((await api.send(calls.run.get, { projectId, id: runId })).state)) return undefined
      const [report] = await api.send(calls.report.list, { projectId, runId })
      return report && report.state !== 'generating' ? true : undefined
    },
  })
