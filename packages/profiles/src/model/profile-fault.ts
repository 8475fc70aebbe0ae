/** Why a profile file cannot be read, in both languages. Browser-safe. */
import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

const profileFaultTexts = {
  unknownFormat: {
    zh: '无法识别的剖析文件，支持 JFR、pprof、collapsed、perf script 输出、V8 .cpuprofile 和 speedscope',
    en: 'The format is unknown. Readable are JFR, pprof, collapsed stacks, output of perf script, V8 .cpuprofile and speedscope',
  },
  noStacks: { zh: '文件中没有带调用栈的样本', en: 'The file has no samples with stacks' },
  damaged: { zh: '文件已损坏（位置 {place}）', en: 'The file is damaged (at {place})' },
  badLine: {
    zh: '第 {line} 行应为“调用栈 数值”，栈帧以分号分隔',
    en: 'Line {line} should be a stack, its frames separated by semicolons, and a number',
  },
  tooDeep: { zh: '调用栈超过 {limit} 层', en: 'A stack has more than {limit} frames' },
  tooManyNodes: {
    zh: '不同的调用路径超过 {limit} 条',
    en: 'There are more than {limit} distinct call paths',
  },
  tooLarge: { zh: '解压后超过 {limit} MiB', en: 'The unpacked file has more than {limit} MiB' },
  badJson: { zh: '不是有效的 JSON，或缺少必需的字段', en: 'It is not valid JSON, or fields are missing' },
  oldRecording: {
    zh: 'JFR 版本 {version} 无法读取，需要 2.0 或更高版本（JDK 8u262 起）',
    en: 'JFR version {version} cannot be read; 2.0 or later is needed (from JDK 8u262)',
  },
} as const satisfies Catalogue

export type ProfileFaultCode = keyof typeof profileFaultTexts

/** A file that cannot be read; expected, never a defect. */
export class ProfileFault extends Error {
  override readonly name = 'ProfileFault'
  readonly code: ProfileFaultCode
  readonly params: Readonly<Record<string, string | number>>
  constructor(code: ProfileFaultCode, params: Readonly<Record<string, string | number>> = {}) {
    super(`${code} ${JSON.stringify(params)}`)
    this.code = code
    this.params = params
  }
}

export const profileFaultText = ({ code, params }: Pick<ProfileFault, 'code' | 'params'>): Bilingual =>
  filled(profileFaultTexts[code], params)
