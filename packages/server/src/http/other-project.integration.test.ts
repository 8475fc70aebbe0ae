/** Data of another project is answered like data that does not exist, whatever the caller may do in the own project. */
import { randomUUID } from 'node:crypto'
import { calls } from '@pone/contract/calls/registry.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { scenarioDocumentSchema } from '@pone/plan/scenario/scenario.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer } from '../test-server.ts'

const server = await createTestServer()
afterAll(() => server.close())

/** A manager with a project, a component, a scenario, a custom role, and a run with a report. */
async function makeProject(name: string) {
  const userId = await server.addUser(name)
  const token = await server.services.sessions.start({ userId, kind: 'api', isRemembered: false, from: '' })
  const as = { token }
  const { id: projectId } = await server.call(calls.project.create, { name, code: name }, as)
  const [root] = await server.call(calls.component.tree, { projectId }, as)
  const parentId = root?.id ?? ''
  const folder = await server.call(calls.component.createFolder, { projectId, parentId, name: 'f' }, as)
  const component = await server.call(calls.component.create, { projectId, parentId, name: 'c' }, as)
  const [jmeterRoot] = await server.call(calls.jmeterComponent.tree, { projectId }, as)
  const jmeter = await server.call(
    calls.jmeterComponent.create,
    { projectId, parentId: jmeterRoot?.id ?? '', name: 'j' },
    as,
  )
  const set = await server.call(calls.scenario.createSet, { projectId, name: 's' }, as)
  const scenario = await server.call(calls.scenario.create, { projectId, parentId: set.id, name: 'x' }, as)
  const taskSet = await server.call(calls.task.createSet, { projectId, name: 't' }, as)
  const ofSet = { projectId, id: taskSet.id }
  await server.call(calls.task.addScenarios, { ...ofSet, scenarioIds: [scenario.id] }, as)
  const execution = await server.call(calls.task.start, ofSet, as)
  const rule = { kind: 'once', at: server.now() + 3_600_000 } as const
  const schedule = await server.call(calls.task.saveSchedule, { projectId, setId: taskSet.id, rule }, as)
  const role = await server.call(calls.role.create, { projectId, name: 'r', functions: [] }, as)
  const cluster = await server.call(calls.projectCluster.create, { projectId, name: `${name} cluster` }, as)
  const machineId = randomUUID()
  await server.database
    .insertInto('load_machines')
    .values({
      id: machineId,
      name: `${name} machine`,
      key_hash: 'x',
      host: 'x',
      system: 'x',
      architecture: 'x',
      cores: 1,
      memory_bytes: 1,
      version: '1',
      max_users: 1,
      joined_at: 1,
      seen_at: 1,
    })
    .execute()
  await server.database
    .insertInto('machine_projects')
    .values({ machine_id: machineId, project_id: projectId })
    .execute()
  const runId = randomUUID()
  await server.database.insertInto('runs').values(runRow(projectId, runId)).execute()
  const reportId = randomUUID()
  await server.database
    .insertInto('reports')
    .values(reportRow(projectId, runId, reportId))
    .execute()
  const { id: noteId } = await server.call(
    calls.report.addNote,
    { projectId, id: reportId, kind: 'note', text: 'n' },
    as,
  )
  const fileId = randomUUID()
  await server.database
    .insertInto('parameter_files')
    .values({
      id: fileId,
      project_id: projectId,
      name: 'users.csv',
      size_bytes: 1,
      sha256: 'x',
      lines: 1,
      uploaded_at: 1,
      uploaded_by: name,
    })
    .execute()
  return {
    userId,
    as,
    projectId,
    cluster,
    machineId,
    folder,
    component,
    jmeter,
    set,
    scenario,
    taskSet,
    execution,
    schedule,
    role,
    runId,
    reportId,
    fileId,
    noteId,
  }
}

const runRow = (projectId: string, id: string) => ({
  id,
  project_id: projectId,
  number: 1,
  scenario_id: null,
  scenario_name: 'x',
  cluster_id: randomUUID(),
  cluster_name: 'local',
  scenario: JSON.stringify(scenarioDocumentSchema.parse({})),
  plan: '{}',
  labels: '[]',
  state: 'complete' as const,
  cause: 'planned' as const,
  cause_detail: '',
  stop_cause: null,
  manual_load: null,
  started_by: 'x',
  created_at: 1,
  started_at: 1,
  ended_at: 1_001,
  planned_duration_ms: null,
  ramp_up_end_ms: 0,
  peak_users: 0,
  requests: 0,
  failed: 0,
  requests_per_second: 0,
  p95_ms: null,
  sla: 'none' as const,
  sla_results: '[]',
  suspect: '[]',
})
const reportRow = (projectId: string, runId: string, id: string) => ({
  id,
  project_id: projectId,
  run_id: runId,
  state: 'failed' as const,
  failure: 'x',
  from_ms: 0,
  to_ms: 1_000,
  created_at: 1,
  created_by: 'x',
  is_automatic: false,
  content: null,
})

let own: Awaited<ReturnType<typeof makeProject>>
let other: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  own = await makeProject('own')
  other = await makeProject('other')
})

const someRequest = {
  id: 's',
  name: 's',
  kind: 'request',
  protocol: 'http',
  http: { url: 'http://localhost/' },
} as const

test('nothing of another project can be seen, changed or used', async () => {
  const { component, scenario, task, run, report, role, member, parameterFile, attachment, projectCluster } =
    calls
  const { jmeterComponent, jmeterReport, jmeterLog } = calls
  const { projectId, as } = own
  const scope = { projectId }
  const document = componentDocumentSchema.parse({})
  const scenarioDocument = scenarioDocumentSchema.parse({})
  const ownRoot = own.folder.parentId ?? ''
  const attempts = {
    'component.get': () => server.ask(component.get, { ...scope, id: other.component.id }, as),
    'component.rename': () =>
      server.ask(component.rename, { ...scope, id: other.component.id, name: 'n' }, as),
    'component.createFolder': () =>
      server.ask(component.createFolder, { ...scope, parentId: other.folder.id, name: 'n' }, as),
    'component.create': () =>
      server.ask(component.create, { ...scope, parentId: other.folder.id, name: 'n' }, as),
    'component.create with secrets': () =>
      server.ask(
        component.create,
        { ...scope, parentId: ownRoot, name: 'n', secretsOf: other.component.id },
        as,
      ),
    'component.move in': () =>
      server.ask(component.move, { ...scope, ids: [other.component.id], parentId: ownRoot }, as),
    'component.move out': () =>
      server.ask(component.move, { ...scope, ids: [own.component.id], parentId: other.folder.id }, as),
    'component.copy in': () =>
      server.ask(component.copy, { ...scope, ids: [other.component.id], parentId: ownRoot }, as),
    'component.copy out': () =>
      server.ask(component.copy, { ...scope, ids: [own.component.id], parentId: other.folder.id }, as),
    'component.delete': () => server.ask(component.delete, { ...scope, ids: [other.component.id] }, as),
    'component.save': () =>
      server.ask(component.save, { ...scope, id: other.component.id, revision: 1, document }, as),
    'jmeterComponent.get': () => server.ask(jmeterComponent.get, { ...scope, id: other.jmeter.id }, as),
    'jmeterComponent.files': () => server.ask(jmeterComponent.files, { ...scope, id: other.jmeter.id }, as),
    'jmeterComponent.download': () =>
      server.ask(jmeterComponent.download, { ...scope, id: other.jmeter.id }, as),
    'jmeterComponent.downloadFile': () =>
      server.ask(jmeterComponent.downloadFile, { ...scope, id: other.jmeter.id, fileId: other.fileId }, as),
    'jmeterComponent.deleteFile': () =>
      server.ask(jmeterComponent.deleteFile, { ...scope, id: other.jmeter.id, fileId: other.fileId }, as),
    'jmeterComponent.rename': () =>
      server.ask(jmeterComponent.rename, { ...scope, id: other.jmeter.id, name: 'n' }, as),
    'jmeterComponent.createFolder': () =>
      server.ask(
        jmeterComponent.createFolder,
        { ...scope, parentId: other.jmeter.parentId ?? '', name: 'n' },
        as,
      ),
    'jmeterComponent.create': () =>
      server.ask(jmeterComponent.create, { ...scope, parentId: other.jmeter.parentId ?? '', name: 'n' }, as),
    'jmeterComponent.move': () =>
      server.ask(
        jmeterComponent.move,
        { ...scope, ids: [other.jmeter.id], parentId: own.jmeter.parentId ?? '' },
        as,
      ),
    'jmeterComponent.copy': () =>
      server.ask(
        jmeterComponent.copy,
        { ...scope, ids: [other.jmeter.id], parentId: own.jmeter.parentId ?? '' },
        as,
      ),
    'jmeterComponent.delete': () =>
      server.ask(jmeterComponent.delete, { ...scope, ids: [other.jmeter.id] }, as),
    'scenario.get': () => server.ask(scenario.get, { ...scope, id: other.scenario.id }, as),
    'scenario.rename': () => server.ask(scenario.rename, { ...scope, id: other.scenario.id, name: 'n' }, as),
    'scenario.create': () => server.ask(scenario.create, { ...scope, parentId: other.set.id, name: 'n' }, as),
    'scenario.move': () =>
      server.ask(scenario.move, { ...scope, ids: [other.scenario.id], parentId: own.set.id }, as),
    'scenario.copy': () =>
      server.ask(scenario.copy, { ...scope, ids: [other.scenario.id], parentId: own.set.id }, as),
    'scenario.delete': () => server.ask(scenario.delete, { ...scope, ids: [other.scenario.id] }, as),
    'scenario.save': () =>
      server.ask(
        scenario.save,
        { ...scope, id: other.scenario.id, revision: 1, document: scenarioDocument },
        as,
      ),
    'run.start': () => server.ask(run.start, { ...scope, scenarioId: other.scenario.id }, as),
    'run.findCapacity': () =>
      server.ask(
        run.findCapacity,
        {
          ...scope,
          scenarioId: other.scenario.id,
          rules: 'p95 < 300',
          drive: 'users',
          startLoad: 1,
          maxLoad: 9,
          settleSeconds: 1,
          measureSeconds: 5,
          maxSeconds: 60,
        },
        as,
      ),
    'task.get': () => server.ask(task.get, { ...scope, id: other.taskSet.id }, as),
    'task.set': () => server.ask(task.set, { ...scope, id: other.taskSet.id }, as),
    'task.rename': () => server.ask(task.rename, { ...scope, id: other.taskSet.id, name: 'n' }, as),
    'task.create': () => server.ask(task.create, { ...scope, parentId: other.taskSet.id, name: 'n' }, as),
    'task.create with a scenario': () =>
      server.ask(
        task.create,
        {
          ...scope,
          parentId: own.taskSet.id,
          name: 'n',
          document: { kind: 'task', scenarioId: other.scenario.id },
        },
        as,
      ),
    'task.addScenarios': () =>
      server.ask(task.addScenarios, { ...scope, id: own.taskSet.id, scenarioIds: [other.scenario.id] }, as),
    'task.addScenarios there': () =>
      server.ask(task.addScenarios, { ...scope, id: other.taskSet.id, scenarioIds: [own.scenario.id] }, as),
    'task.move': () =>
      server.ask(task.move, { ...scope, ids: [other.taskSet.id], parentId: own.taskSet.id }, as),
    'task.copy': () =>
      server.ask(task.copy, { ...scope, ids: [other.taskSet.id], parentId: own.taskSet.id }, as),
    'task.delete': () => server.ask(task.delete, { ...scope, ids: [other.taskSet.id] }, as),
    'task.save': () =>
      server.ask(task.save, { ...scope, id: other.taskSet.id, revision: 1, document: { kind: 'set' } }, as),
    'task.start': () => server.ask(task.start, { ...scope, id: other.taskSet.id }, as),
    'task.execution': () => server.ask(task.execution, { ...scope, id: other.execution.id }, as),
    'task.stop': () => server.ask(task.stop, { ...scope, id: other.execution.id }, as),
    'task.forceStop': () => server.ask(task.forceStop, { ...scope, id: other.execution.id }, as),
    'task.skip': () =>
      server.ask(
        task.skip,
        { ...scope, id: other.execution.id, taskId: other.execution.tasks[0]?.id ?? '' },
        as,
      ),
    'task.skip of an own execution': () =>
      server.ask(
        task.skip,
        { ...scope, id: own.execution.id, taskId: other.execution.tasks[0]?.id ?? '' },
        as,
      ),
    'task.saveSchedule': () =>
      server.ask(
        task.saveSchedule,
        { ...scope, setId: other.taskSet.id, rule: { kind: 'once', at: server.now() + 60_000 } },
        as,
      ),
    'task.saveSchedule over another': () =>
      server.ask(
        task.saveSchedule,
        {
          ...scope,
          id: other.schedule.id,
          setId: own.taskSet.id,
          rule: { kind: 'once', at: server.now() + 60_000 },
        },
        as,
      ),
    'task.deleteSchedule': () => server.ask(task.deleteSchedule, { ...scope, id: other.schedule.id }, as),
    'run.get': () => server.ask(run.get, { ...scope, id: other.runId }, as),
    'run.live': () => server.ask(run.live, { ...scope, id: other.runId }, as),
    'run.log': () => server.ask(run.log, { ...scope, id: other.runId }, as),
    'run.sampleLog': () => server.ask(run.sampleLog, { ...scope, id: other.runId }, as),
    'run.stop': () => server.ask(run.stop, { ...scope, id: other.runId }, as),
    'run.forceStop': () => server.ask(run.forceStop, { ...scope, id: other.runId }, as),
    'run.changeLoad': () => server.ask(run.changeLoad, { ...scope, id: other.runId, load: 1 }, as),
    'run.delete': () => server.ask(run.delete, { ...scope, ids: [other.runId] }, as),
    'report.generate': () => server.ask(report.generate, { ...scope, runId: other.runId }, as),
    'report.list': () => server.ask(report.list, { ...scope, runId: other.runId }, as),
    'report.get': () => server.ask(report.get, { ...scope, id: other.reportId }, as),
    'report.notes': () => server.ask(report.notes, { ...scope, id: other.reportId }, as),
    'report.addNote': () =>
      server.ask(report.addNote, { ...scope, id: other.reportId, kind: 'note', text: 'x' }, as),
    'report.editNote': () =>
      server.ask(report.editNote, { ...scope, id: other.noteId, version: 1, text: 'x' }, as),
    'report.deleteNote': () => server.ask(report.deleteNote, { ...scope, id: other.noteId, version: 1 }, as),
    'report.exportHtml': () => server.ask(report.exportHtml, { ...scope, id: other.reportId }, as),
    'report.exportSeries': () => server.ask(report.exportSeries, { ...scope, id: other.reportId }, as),
    'report.exportCsv': () => server.ask(report.exportCsv, { ...scope, id: other.reportId }, as),
    'jmeterReport.get': () => server.ask(jmeterReport.get, { ...scope, runId: other.runId }, as),
    'jmeterReport.generate': () =>
      server.ask(jmeterReport.generate, { ...scope, runId: other.runId, settings: {} }, as),
    'jmeterReport.samples': () => server.ask(jmeterReport.samples, { ...scope, runId: other.runId }, as),
    'jmeterLog.lines': () => server.ask(jmeterLog.lines, { ...scope, runId: other.runId }, as),
    'jmeterLog.download': () => server.ask(jmeterLog.download, { ...scope, runId: other.runId }, as),
    'parameterFile.preview': () => server.ask(parameterFile.preview, { ...scope, id: other.fileId }, as),
    'parameterFile.delete': () => server.ask(parameterFile.delete, { ...scope, id: other.fileId }, as),
    'attachment.delete': () => server.ask(attachment.delete, { ...scope, id: other.fileId }, as),
    'component.startDebug': () =>
      server.ask(
        component.startDebug,
        { ...scope, name: 'n', componentId: other.component.id, document: { steps: [someRequest] } },
        as,
      ),
    'role.edit': () => server.ask(role.edit, { ...scope, id: other.role.id, name: 'n', functions: [] }, as),
    'role.delete': () => server.ask(role.delete, { ...scope, id: other.role.id }, as),
    'member.add': () =>
      server.ask(member.add, { ...scope, userIds: [other.userId], roleId: other.role.id }, as),
    'member.setRole': () =>
      server.ask(member.setRole, { ...scope, userId: other.userId, roleId: own.role.id }, as),
    'member.remove': () => server.ask(member.remove, { ...scope, userIds: [other.userId] }, as),
    'projectCluster.create': () =>
      server.ask(projectCluster.create, { ...scope, name: 'n', machineIds: [other.machineId] }, as),
    'projectCluster.edit': () =>
      server.ask(projectCluster.edit, { ...scope, id: other.cluster.id, name: 'n' }, as),
    'projectCluster.edit with machines': () =>
      server.ask(
        projectCluster.edit,
        { ...scope, id: own.cluster.id, name: 'n', machineIds: [other.machineId] },
        as,
      ),
    'projectCluster.delete': () => server.ask(projectCluster.delete, { ...scope, id: other.cluster.id }, as),
    'component.stopDebug': () => server.ask(component.stopDebug, { ...scope, debugId: randomUUID() }, as),
    'component.debugEvents': () => server.ask(component.debugEvents, { ...scope, debugId: randomUUID() }, as),
  }
  const codes: Record<string, string | undefined> = {}
  for (const [name, attempt] of Object.entries(attempts)) codes[name] = (await attempt()).failure?.code
  expect(codes).toEqual(Object.fromEntries(Object.keys(attempts).map(name => [name, 'NotFound'])))
})

test('nothing of another project is in a list', async () => {
  const { projectId, as } = own
  const text = JSON.stringify([
    await server.call(calls.component.tree, { projectId }, as),
    await server.call(calls.scenario.tree, { projectId }, as),
    await server.call(calls.jmeterComponent.tree, { projectId }, as),
    await server.call(calls.task.tree, { projectId }, as),
    await server.call(calls.task.list, { projectId }, as),
    await server.call(calls.task.schedules, { projectId }, as),
    await server.call(calls.run.list, { projectId }, as),
    await server.call(calls.parameterFile.list, { projectId }, as),
    await server.call(calls.attachment.list, { projectId }, as),
    await server.call(calls.role.list, { projectId }, as),
    await server.call(calls.member.list, { projectId }, as),
    await server.call(calls.project.home, { projectId }, as),
    await server.call(calls.project.mine, {}, as),
    await server.call(calls.projectCluster.list, { projectId }, as),
    await server.call(calls.projectCluster.machines, { projectId }, as),
    await server.call(calls.scenario.clusters, { projectId }, as),
  ])
  for (const id of [
    other.projectId,
    other.userId,
    other.component.id,
    other.jmeter.id,
    other.scenario.id,
    other.taskSet.id,
    other.execution.id,
    other.schedule.id,
    other.role.id,
    other.runId,
    other.fileId,
    other.cluster.id,
    other.machineId,
  ])
    expect(text).not.toContain(id)
  expect(text).toContain(own.runId)
})
