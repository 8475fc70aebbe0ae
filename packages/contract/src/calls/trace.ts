/** Traces of requests: the tracing system of a project, and the spans that it has of a trace. */
import { done, projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import { readTraceSchema, traceIdSchema } from '../entities/trace.ts'
import {
  tracingSecretSchema,
  tracingSystemSchema,
  tracingSystemSettingsSchema,
} from '../entities/tracing-system.ts'

const edit = inProject('project.edit')

export const traceCalls = {
  /** null: none is set. Never with its secret. */
  system: defineCall({
    path: '/trace/system',
    summary: { zh: '调用链追踪系统', en: 'Tracing system' },
    permission: inProject('project.view'),
    input: z.object(projectScope),
    output: tracingSystemSchema.nullable(),
  }),
  /** Refused with TracingSecretNeeded when the secret is left out and the stored one was entered for another address or user. */
  saveSystem: defineCall({
    path: '/trace/saveSystem',
    summary: { zh: '保存调用链追踪系统', en: 'Save the tracing system' },
    permission: edit,
    input: tracingSystemSettingsSchema.extend({ ...projectScope, secret: tracingSecretSchema }),
    output: tracingSystemSchema,
    audit: 'trace.saveSystem',
  }),
  removeSystem: defineCall({
    path: '/trace/removeSystem',
    summary: { zh: '移除调用链追踪系统', en: 'Remove the tracing system' },
    permission: edit,
    input: z.object(projectScope),
    output: done,
    audit: 'trace.removeSystem',
  }),
  /** Asks the system for a trace that nobody has; `cause` is why it does not answer, '' if it does. */
  testSystem: defineCall({
    path: '/trace/testSystem',
    summary: { zh: '测试调用链追踪系统', en: 'Test the tracing system' },
    permission: edit,
    input: z.object(projectScope),
    output: z.object({ cause: z.string() }),
  }),
  read: defineCall({
    path: '/trace/read',
    summary: { zh: '读取调用链', en: 'Read a trace' },
    permission: inProject('run.view'),
    input: z.object({ ...projectScope, traceId: traceIdSchema }),
    output: readTraceSchema,
  }),
}
