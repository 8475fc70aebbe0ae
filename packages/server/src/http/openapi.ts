/** The OpenAPI 3.1 document of all calls, made from the registry. */

import { failureSchema } from '@pone/contract/answer.ts'
import type { Call } from '@pone/contract/call.ts'
import { allCalls } from '@pone/contract/calls/registry.ts'
import {
  administratorHeader,
  apiBase,
  languageHeader,
  tokenHeader,
  uploadIdField,
} from '@pone/contract/envelope.ts'
import type { Permission } from '@pone/contract/permissions.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { createSchemaBook, type Json, type SchemaBook } from './openapi-schemas.ts'

const texts = {
  about: {
    zh: '所有接口均为 POST。默认使用表单编码：字符串字段直接传原文，其他字段传 JSON 文本；也接受 JSON 请求体。成功返回 {status: 200, data}，失败返回 {status: 500, code, message}；未登录时 HTTP 状态为 401，内容为 {status: 401, code, message}。',
    en: 'Every call is a POST. Bodies are form-encoded by default: a string field goes raw, any other field as JSON text; JSON bodies are taken too. Success answers {status: 200, data}, failure {status: 500, code, message}; without a session HTTP 401 with {status: 401, code, message}.',
  },
  file: { zh: '文件', en: 'A file' },
  uploadId: {
    zh: '已用 /upload/begin 与 /upload/append 分段上传的文件，代替 file',
    en: 'A file uploaded before by /upload/begin and /upload/append, in place of file',
  },
  done: { zh: '成功', en: 'Done' },
  noSession: { zh: '未登录、登录过期或账号被锁定', en: 'No session, session ended, or account locked' },
} as const

const permissionTexts = {
  public: { zh: '无需登录', en: 'no sign-in needed' },
  signedIn: { zh: '登录用户', en: 'any signed-in account' },
  user: { zh: '项目用户', en: 'a project user' },
  administrator: { zh: '管理员', en: 'an administrator acting as one' },
} as const

/** Who may make the call, as text. */
export function permissionText(permission: Permission, language: Language): string {
  if (permission.kind !== 'project') return permissionTexts[permission.kind][language]
  return language === 'zh'
    ? `项目成员，角色需具备功能 ${permission.needs}`
    : `a member of the project whose role holds the function ${permission.needs}`
}

/** A JSON document in one language. */
export function describeCalls(version: string, language: Language): Json {
  const text = (name: keyof typeof texts): string => texts[name][language]
  const book = createSchemaBook()
  const failure = book.describe(failureSchema, 'output')
  const paths = allCalls.map(({ key, call }): [string, Json] => [
    call.path,
    {
      post: {
        operationId: key,
        tags: [key.split('.')[0]],
        summary: call.summary[language],
        description: [
          `${language === 'zh' ? '权限' : 'Permission'}: ${permissionText(call.permission, language)}`,
          ...(call.audit === undefined
            ? []
            : [`${language === 'zh' ? '操作记录' : 'Operation record'}: ${call.audit}`]),
        ].join('\n\n'),
        security: call.permission.kind === 'public' ? [] : [{ token: [] }],
        ...parametersOf(call, book),
        requestBody: bodyOf(call, book, language),
        responses: {
          200: {
            description: call.download === true ? text('file') : text('done'),
            content: answerOf(call, book),
          },
          401: {
            description: text('noSession'),
            content: { 'application/json': { schema: failureRef } },
          },
        },
      },
    },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Pone', version, description: text('about') },
    servers: [{ url: apiBase }],
    security: [{ token: [] }],
    tags: [...new Set(allCalls.map(({ key }) => key.split('.')[0]))].map(name => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: tokenHeader } },
      parameters: { language: { in: 'header', name: languageHeader, schema: { enum: ['zh', 'en'] } } },
      schemas: { ...book.components(), Failure: failure },
    },
  }
}

const failureRef: Json = { $ref: '#/components/schemas/Failure' }

function parametersOf(call: Call, book: SchemaBook): Json {
  const header = { in: 'header', name: administratorHeader, schema: { const: 'true' }, required: true }
  const fields = call.bytes === undefined ? {} : book.describe(call.input, 'input')['properties']
  const parameters = [
    ...(call.permission.kind === 'administrator' ? [header] : []),
    ...Object.entries((fields ?? {}) as Json).map(([name, schema]) => ({
      in: 'query',
      name,
      schema,
      required: true,
    })),
  ]
  return parameters.length === 0 ? {} : { parameters }
}

function bodyOf(call: Call, book: SchemaBook, language: Language): Json {
  const schema = book.describe(call.input, 'input')
  if (call.upload !== undefined) {
    const file = { type: 'string', format: 'binary', description: call.upload.extensions.join(' ') }
    const given = schema['properties'] as Json | undefined
    const uploadId = { type: 'string', format: 'uuid', description: texts.uploadId[language] }
    return {
      required: true,
      content: {
        'multipart/form-data': { schema: { ...schema, properties: { ...given, file } } },
        'application/json': { schema: { ...schema, properties: { ...given, [uploadIdField]: uploadId } } },
      },
    }
  }
  if (call.bytes !== undefined)
    return {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }
  const content = { schema }
  return {
    content: { 'application/x-www-form-urlencoded': content, 'application/json': content },
  }
}

function answerOf(call: Call, book: SchemaBook): Json {
  if (call.download === true) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const success = {
    type: 'object',
    properties: { status: { const: 200 }, data: book.describe(call.output, 'output') },
    required: ['status', 'data'],
  }
  return { 'application/json': { schema: { oneOf: [success, failureRef] } } }
}
