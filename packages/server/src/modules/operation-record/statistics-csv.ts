/** Counts of operations as CSV: a line per interval, user and action. */

import { allCalls } from '@pone/contract/calls/registry.ts'
import { actorText, automaticActions } from '@pone/contract/entities/automatic-actions.ts'
import { instantText } from '@pone/contract/instant-text.ts'
import { csvTable } from '@pone/results/export/csv-table.ts'
import type { Bilingual, Language } from '@pone/schema/bilingual.ts'
import type { OperationCount } from './operation-statistics.repository.ts'

const heads: readonly Bilingual[] = [
  { zh: '时间', en: 'Time' },
  { zh: '操作人账号', en: 'Account' },
  { zh: '操作', en: 'Action' },
  { zh: '操作名称', en: 'Name of the action' },
  { zh: '成功', en: 'Done' },
  { zh: '被拒绝', en: 'Refused' },
  { zh: '失败', en: 'Failed' },
]

const summaries = new Map<string, Bilingual>([
  ...allCalls.flatMap(({ call }): [string, Bilingual][] =>
    call.audit === undefined ? [] : [[call.audit, call.summary]],
  ),
  ...Object.entries(automaticActions),
])

export const statisticsCsv = (
  lines: readonly OperationCount[],
  { language, timeZone }: { language: Language; timeZone: string },
): string =>
  csvTable([
    heads.map(head => head[language]),
    ...lines.map(({ at, account, action, done, refused, failed }) => [
      instantText(at, timeZone),
      actorText({ action, account }, language),
      action,
      summaries.get(action)?.[language] ?? action,
      String(done),
      String(refused),
      String(failed),
    ]),
  ])
