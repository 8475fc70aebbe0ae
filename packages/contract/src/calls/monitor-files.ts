/** Monitors as files: JSON, CSV and Excel, without secrets. */

import { idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { maxMonitorImportBytes, maxMonitorsAtOnce, monitorImportRowSchema } from '../entities/monitor.ts'

const files = ['json', 'csv', 'xlsx'] as const
const view = inProject('monitor.view')
const edit = inProject('monitor.edit')

export const monitorFileCalls = {
  /** A file without secrets; `ids` empty: all of the project. */
  export: defineCall({
    path: '/monitor/export',
    summary: { zh: '导出监控', en: 'Export monitors' },
    permission: view,
    input: z.object({
      ...projectScope,
      ids: z.array(idSchema).max(maxMonitorsAtOnce).default([]),
      format: z.enum(files).default('json'),
    }),
    output: z.unknown(),
    download: true,
  }),
  /** A file as the export writes it; groups are made where they are missing, monitors are created stopped. A trial only tells what would be done. */
  import: defineCall({
    path: '/monitor/import',
    summary: { zh: '导入监控', en: 'Import monitors' },
    permission: edit,
    input: z.object({ ...projectScope, isTrial: z.boolean().default(true) }),
    output: z.object({
      created: z.int(),
      refused: z.int(),
      rows: z.array(monitorImportRowSchema),
    }),
    upload: { extensions: files.map(file => `.${file}`), maxBytes: maxMonitorImportBytes },
    audit: 'monitor.import',
  }),
}
