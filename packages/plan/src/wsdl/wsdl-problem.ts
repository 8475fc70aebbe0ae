/** What can be wrong with the files of a web service's description, and the texts of all of it. */

import { type Bilingual, filled } from '@pone/schema/bilingual.ts'
import type { Catalogue } from '@pone/schema/coded-text.ts'

/** `{name}` in a text stands for a parameter. */
const texts = {
  notXml: { zh: '文件 {file} 不是有效的 XML：{reason}', en: 'File {file} is not valid XML: {reason}' },
  hasDoctype: {
    zh: '文件 {file} 含有 DOCTYPE 声明，出于安全考虑不予读取，请删除后重试',
    en: 'File {file} contains a DOCTYPE declaration, which is not read for security reasons. Remove it and try again',
  },
  tooLarge: {
    zh: '文件 {file} 超过 {limit} 个字符或元素过多',
    en: 'File {file} has more than {limit} characters or too many elements',
  },
  notWsdl: {
    zh: '文件 {file} 既不是 WSDL 1.1 也不是 XML Schema（根元素为 {root}）',
    en: 'File {file} is neither WSDL 1.1 nor an XML schema (root element: {root})',
  },
  wsdl2: {
    zh: '文件 {file} 是 WSDL 2.0，目前只支持 WSDL 1.1',
    en: 'File {file} is WSDL 2.0; only WSDL 1.1 is supported',
  },
  missingImport: {
    zh: '{file} 引用了 {location}，请一并选择该文件（不会从网络下载）',
    en: '{file} references {location}. Select that file as well (nothing is downloaded)',
  },
  unknownReference: {
    zh: '操作 {operation} 引用的{kind} {name} 没有定义，相应内容留空',
    en: 'Operation {operation} references the {kind} {name}, which is not defined; the corresponding content is left empty',
  },
  encoded: {
    zh: '操作 {operation} 使用 encoded 编码，信封按 literal 生成，请自行检查',
    en: 'Operation {operation} uses encoded style; the envelope is generated as literal. Check it',
  },
  cutShort: {
    zh: '操作 {operation} 的信封过大，只生成了前 {limit} 个元素',
    en: 'The envelope of operation {operation} is too large; only the first {limit} elements are generated',
  },
  badAddress: {
    zh: '端口 {port} 的地址 {address} 不是 http 或 https 地址',
    en: 'The address {address} of port {port} is not an http or https address',
  },
  noOperations: {
    zh: '没有找到可通过 SOAP 调用的操作，请确认选择了包含 service 的 WSDL 文件',
    en: 'No operations that can be called by SOAP were found. Make sure that you select the WSDL file that contains the services',
  },
} as const satisfies Catalogue

export type WsdlProblemCode = keyof typeof texts

/** Names of the kinds of definitions, for texts. */
const kinds = {
  message: { zh: '消息', en: 'message' },
  element: { zh: '元素', en: 'element' },
  type: { zh: '类型', en: 'type' },
  group: { zh: '组', en: 'group' },
} as const satisfies Catalogue
export type DefinitionKind = keyof typeof kinds

const errors: readonly WsdlProblemCode[] = [
  'notXml',
  'hasDoctype',
  'tooLarge',
  'notWsdl',
  'wsdl2',
  'noOperations',
]

/** An error means that a file was of no use; with a warning its operations can be called all the same. */
export interface WsdlProblem {
  readonly severity: 'error' | 'warning'
  readonly code: WsdlProblemCode
  readonly text: Bilingual
}

/** Takes a problem. */
export type WsdlReport = (code: WsdlProblemCode, params?: Record<string, string | number>) => void

/** Builds a problem; a parameter `kind` is one of the kinds of definitions. */
export function wsdlProblem(
  code: WsdlProblemCode,
  params: Record<string, string | number> = {},
): WsdlProblem {
  const { kind } = params
  return {
    severity: errors.includes(code) ? 'error' : 'warning',
    code,
    text: filled(texts[code], isKind(kind) ? { ...params, kind: kinds[kind] } : params),
  }
}

const isKind = (value: unknown): value is DefinitionKind =>
  typeof value === 'string' && Object.hasOwn(kinds, value)
