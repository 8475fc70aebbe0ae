/** Calls of reports. */
import { Readable } from 'node:stream'
import type { Calls } from '@pone/contract/calls/registry.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { ListedFlameDiagram } from '@pone/results/export/flame-diagrams.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { reportFileName } from '@pone/results/report/file-name.ts'
import { reportHtml } from '@pone/results/report/html/report-html.ts'
import { reportCsv } from '@pone/results/sections/figures/csv.ts'
import { seriesCsv } from '@pone/results/sections/timeline/series-csv.ts'
import type { Handlers, ProjectCaller } from '../../calls/handler.ts'
import type { ReportService } from './report.service.ts'
import type { ReportNoteService } from './report-note.service.ts'

/** Flame diagrams of a run, in the order in which they were taken. */
export type FlameDiagramsOf = (projectId: string, runId: string) => Promise<readonly ListedFlameDiagram[]>

export function reportApi(
  service: ReportService,
  notes: ReportNoteService,
  flameDiagramsOf: FlameDiagramsOf,
): Handlers<Calls['report']> {
  /** None for a role that may not see them. */
  const diagramsOf = async ({ run }: ReportContent, projectId: string, { project }: ProjectCaller) =>
    project.functions.has('monitor.view') ? flameDiagramsOf(projectId, run.id) : []
  const contentOf = async (projectId: string, id: string): Promise<ReportContent> => {
    const { content, failure, state } = await service.get(projectId, id)
    if (content === null) throw new AppError('ExportFailed', { detail: failure ?? state })
    return content
  }
  return {
    async generate(asked, { user, audit }) {
      const { fromMs, toMs, includesRampUp } = asked
      audit.after({ fromMs, toMs, includesRampUp })
      audit.target(await service.runName(asked.projectId, asked.runId))
      return service.generate({ ...asked, by: user.account })
    },
    list: ({ projectId, runId }) => service.list(projectId, runId),
    get: ({ projectId, id }) => service.get(projectId, id),
    notes: ({ projectId, id }) => notes.list(projectId, id),
    async addNote({ projectId, id, kind, text }, { user, audit }) {
      audit.target(await notes.runName(projectId, { reportId: id }))
      const note = await notes.add({ projectId, by: user.account }, { reportId: id, kind, text })
      audit.after({ kind, text: note.text })
      return note
    },
    async editNote({ projectId, ...change }, { user, audit }) {
      audit.target(await notes.runName(projectId, { noteId: change.id }))
      const { before, after } = await notes.edit({ projectId, by: user.account }, change)
      audit.before({ kind: before.kind, text: before.text })
      audit.after({ kind: after.kind, text: after.text })
      return after
    },
    async deleteNote({ projectId, id, version }, { audit }) {
      audit.target(await notes.runName(projectId, { noteId: id }))
      const { kind, text } = await notes.delete(projectId, { id, version })
      audit.before({ kind, text })
      return {}
    },
    async exportHtml({ projectId, id, language }, caller) {
      const content = await contentOf(projectId, id)
      const written = await notes.list(projectId, id)
      return {
        name: reportFileName(content, { language, ending: 'html' }),
        contentType: 'text/html; charset=utf-8',
        body: reportHtml(content, {
          language,
          projectName: caller.project.name,
          notes: written,
          flameDiagrams: await diagramsOf(content, projectId, caller),
        }),
      }
    },
    async exportSeries({ projectId, id, language }, { gone }) {
      const content = await contentOf(projectId, id)
      return {
        name: reportFileName(content, { language, ending: 'csv', what: 'series' }),
        contentType: 'text/csv; charset=utf-8',
        body: Readable.from(seriesCsv(content, service.batchesOf(content, gone), language), {
          objectMode: false,
        }),
      }
    },
    async exportCsv({ projectId, id, language }, caller) {
      const content = await contentOf(projectId, id)
      return {
        name: reportFileName(content, { language, ending: 'csv' }),
        contentType: 'text/csv; charset=utf-8',
        body: reportCsv(content, language, await diagramsOf(content, projectId, caller)),
      }
    },
  }
}
