/** Texts of errors about flame diagrams. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const profileErrorTexts = {
  ProfileRefused: {
    zh: '无法读取剖析文件：{detail}',
    en: 'The profile file cannot be read. {detail}',
  },
  ProfileTooHeavy: {
    zh: '剖析文件过大，{seconds} 秒内未能读完；请缩短采集时间或减少采集的事件',
    en: 'The profile file is too large and could not be read within {seconds} s. Record for a shorter time or fewer events',
  },
  ProfilesExceeded: {
    zh: '一个项目最多 {limit} 个火焰图，请先删除不用的',
    en: 'A project can have at most {limit} flame diagrams. Delete unused ones first',
  },
} as const satisfies Catalogue
