/** The licence of this installation, for administrators. */

import { noInput, pageQueryShape } from '@pone/schema/common.ts'
import { maxLicenceFileBytes } from '@pone/schema/limits.ts'
import { z } from 'zod'
import { pageOf } from '../answer.ts'
import { administrator, defineCall } from '../call.ts'
import { judgedLicenceSchema, licenceChangeSchema, licenceStatusSchema } from '../entities/licence.ts'

const upload = { extensions: ['.licence', '.lic', '.txt'], maxBytes: maxLicenceFileBytes } as const

export const licenceCalls = {
  get: defineCall({
    path: '/licence/get',
    summary: { zh: '当前许可证', en: 'The licence as it stands' },
    permission: administrator,
    input: noInput,
    output: licenceStatusSchema,
  }),
  /** Judges a file without installing it. */
  preview: defineCall({
    path: '/licence/preview',
    summary: { zh: '预览许可证文件', en: 'Look at a licence file before it takes effect' },
    permission: administrator,
    input: noInput,
    output: judgedLicenceSchema,
    upload,
  }),
  install: defineCall({
    path: '/licence/install',
    summary: { zh: '安装许可证文件', en: 'Install a licence file' },
    permission: administrator,
    input: noInput,
    output: licenceStatusSchema,
    upload,
    audit: 'licence.install',
  }),
  /** The community licence holds from then on. */
  remove: defineCall({
    path: '/licence/remove',
    summary: { zh: '移除许可证，恢复社区许可', en: 'Remove the licence, back to the community licence' },
    permission: administrator,
    input: noInput,
    output: licenceStatusSchema,
    audit: 'licence.remove',
  }),
  history: defineCall({
    path: '/licence/history',
    summary: { zh: '许可证变更记录', en: 'Changes of the licence' },
    permission: administrator,
    input: z.object({ page: pageQueryShape.page, pageSize: pageQueryShape.pageSize }),
    output: pageOf(licenceChangeSchema),
  }),
}
