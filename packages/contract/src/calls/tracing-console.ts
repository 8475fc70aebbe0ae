/** The tracing console of a project: its address, which browsers open. */
import { projectScope } from '@pone/schema/common.ts'
import { z } from 'zod'
import { defineCall, inProject } from '../call.ts'
import {
  consoleAddressSchema,
  traceAddressSchema,
  tracingConsoleSchema,
} from '../entities/tracing-console.ts'

export const tracingConsoleCalls = {
  /** null: none is set. */
  get: defineCall({
    path: '/tracingConsole/get',
    summary: { zh: '调用链追踪控制台', en: 'Tracing console' },
    permission: inProject('project.view'),
    input: z.object(projectScope),
    output: tracingConsoleSchema.nullable(),
  }),
  /** '' removes an address; `traceAddress` left out stays as it is. */
  save: defineCall({
    path: '/tracingConsole/save',
    summary: { zh: '保存调用链追踪控制台的地址', en: 'Save the address of the tracing console' },
    permission: inProject('project.edit'),
    input: z.object({
      ...projectScope,
      address: consoleAddressSchema,
      traceAddress: traceAddressSchema.optional(),
    }),
    output: tracingConsoleSchema.nullable(),
    audit: 'tracingConsole.save',
  }),
}
