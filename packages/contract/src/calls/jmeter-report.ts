/** Reports and logs of JMeter runs. */

import { idSchema, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  jmeterLogLineSchema,
  jmeterReportContentSchema,
  jmeterReportSchema,
  jmeterReportSettingsSchema,
  jmeterSampleLogSchema,
} from '../entities/jmeter-report.ts'
import { logLineSchema } from '../entities/run.ts'
import { sampleLogWorkerPattern } from '../link/sample-log.ts'

const view = inProject('run.view')
const ofRun = z.object({ ...projectScope, runId: idSchema })
const ofLog = ofRun.extend({
  levels: z.array(logLineSchema.shape.level).default([]),
  search: z.string().max(200).default(''),
  /** Id of a load machine; null = all, and what the server said. */
  machine: idSchema.nullable().default(null),
})

export const jmeterReportCalls = {
  get: defineCall({
    path: '/jmeterReport/get',
    summary: { zh: 'JMeter 报告', en: 'The report of a JMeter run, null before there is one' },
    permission: view,
    input: ofRun,
    output: z.object({
      report: jmeterReportSchema.nullable(),
      /** The last one that was made; while another one is being made, that one's predecessor. */
      content: jmeterReportContentSchema.nullable(),
      logs: z.array(jmeterSampleLogSchema),
      /** Whether every machine has handed its sample log over. */
      isWhole: z.boolean(),
    }),
  }),
  /** Answers at once. Refused with RunActive, SampleLogMissing. */
  generate: defineCall({
    path: '/jmeterReport/generate',
    summary: { zh: '重新生成 JMeter 报告', en: 'Make the report of a JMeter run, or make it again' },
    permission: inProject('report.generate'),
    input: ofRun.extend({ settings: jmeterReportSettingsSchema }),
    output: jmeterReportSchema,
    audit: 'jmeterReport.generate',
  }),
  samples: defineCall({
    path: '/jmeterReport/samples',
    summary: { zh: '下载 JTL', en: 'Download the JTL of all machines joined, or of one' },
    permission: view,
    input: ofRun.extend({
      agentId: idSchema.nullable().default(null),
      worker: z.string().regex(sampleLogWorkerPattern).nullable().default(null),
    }),
    output: z.unknown(),
    download: true,
  }),
}

export const jmeterLogCalls = {
  lines: defineCall({
    path: '/jmeterLog/lines',
    summary: { zh: 'JMeter 日志', en: 'Log of a run with the machine of each line, newest last' },
    permission: view,
    input: ofLog.extend({
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    output: z.object({
      total: z.int(),
      lines: z.array(jmeterLogLineSchema),
      machines: z.array(z.object({ id: idSchema, name: z.string() })),
    }),
  }),
  download: defineCall({
    path: '/jmeterLog/download',
    summary: { zh: '下载 JMeter 日志', en: 'Download the log of a run as text' },
    permission: view,
    input: ofLog,
    output: z.unknown(),
    download: true,
  }),
}
