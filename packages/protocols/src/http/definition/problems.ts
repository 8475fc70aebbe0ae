/** What the checks of HTTP requests and settings report. */
import type { ProblemText } from '@pone/schema/protocol.ts'

/** `{name}` in a text stands for a parameter. */
export const httpProblems = {
  emptyUrl: { zh: '请填写请求地址', en: 'Enter a request address' },
  badUrl: { zh: '地址 {url} 无效', en: 'Invalid address {url}' },
  noBaseUrl: {
    zh: '地址 {url} 只有路径，请写完整地址，或在运行设置中填写基础地址',
    en: 'The address {url} contains only a path. Enter the full address, or set a base address in the run-time settings',
  },
  badBaseUrl: {
    zh: '基础地址要以 http:// 或 https:// 开头',
    en: 'The base address must start with http:// or https://',
  },
  noBodyFile: { zh: '请选择要发送的文件', en: 'Select the file to send' },
  missingBodyFile: {
    zh: '要发送的文件不存在或已被删除，请重新选择',
    en: 'The file to send does not exist or has been deleted. Select another one',
  },
  badHeaderName: {
    zh: '请求头名称 {name} 含有不允许的字符',
    en: 'Header name {name} contains characters that are not allowed',
  },
  emptyCredential: { zh: '请填写，否则无法通过认证', en: 'Required; authentication fails without it' },
  colonInUser: {
    zh: 'Basic 认证的用户名不能含冒号',
    en: 'The user name of Basic authentication must not contain a colon',
  },
  badTokenUrl: {
    zh: '令牌地址 {url} 要写完整，以 http:// 或 https:// 开头',
    en: 'Enter the full token address {url}, starting with http:// or https://',
  },
  badJson: {
    zh: '请求体不是有效的 JSON：{reason}',
    en: 'The request body is not valid JSON: {reason}',
    severity: 'warning',
  },
  badStatuses: {
    zh: '状态码范围 {range} 的起点大于终点',
    en: 'The start of status code range {range} is greater than its end',
  },
} as const satisfies Record<string, ProblemText>
