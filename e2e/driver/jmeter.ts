/** JMeter test plans for journeys and the gallery, and their import without a browser. */

import { successSchema } from '@pone/contract/answer.ts'
import { calls } from '@pone/contract/calls/registry.ts'
import { apiBase, tokenHeader } from '@pone/contract/envelope.ts'
import type { Installation } from '../harness/installation.ts'

export interface JmeterUpload {
  readonly token: string
  readonly projectId: string
  readonly name: string
  readonly content: string
}

/** Returns the id of the new component under `parentId`. */
export async function importPlanByApi(
  installation: Installation,
  plan: JmeterUpload & { readonly parentId: string },
): Promise<string> {
  const { path, output } = calls.jmeterComponent.import
  const answer = await send(installation, path, plan, { parentId: plan.parentId })
  return output.parse(answer).id
}

/** Puts a file beside the plan of a component. */
export async function addPlanFileByApi(
  installation: Installation,
  file: JmeterUpload & { readonly id: string },
): Promise<void> {
  await send(installation, calls.jmeterComponent.uploadFile.path, file, { id: file.id })
}

async function send(
  { address }: Installation,
  path: string,
  upload: JmeterUpload,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ projectId: upload.projectId, ...fields }))
    form.append(name, value)
  form.append('file', new Blob([upload.content]), upload.name)
  const headers = { [tokenHeader]: upload.token }
  const answer = await fetch(`${address}${apiBase}${path}`, { method: 'POST', headers, body: form })
  return successSchema.parse(await answer.json()).data
}

const string = (name: string, value: string) => `<stringProp name="${name}">${value}</stringProp>`
const bool = (name: string, value: boolean) => `<boolProp name="${name}">${value}</boolProp>`
const element = (tag: string, gui: string, name: string, inner: string, more = ''): string =>
  `<${tag} guiclass="${gui}" testclass="${tag}" testname="${name}"${more}>\n${inner}\n</${tag}>`
const withTree = (own: string, ...children: readonly string[]): string =>
  children.length === 0 ? `${own}\n<hashTree/>` : `${own}\n<hashTree>\n${children.join('\n')}\n</hashTree>`

const request = (name: string, method: string, path: string, ...children: readonly string[]): string =>
  withTree(
    element(
      'HTTPSamplerProxy',
      'HttpTestSampleGui',
      name,
      [
        string('HTTPSampler.path', path),
        string('HTTPSampler.method', method),
        bool('HTTPSampler.follow_redirects', true),
        bool('HTTPSampler.use_keepalive', true),
        '<elementProp name="HTTPsampler.Arguments" elementType="Arguments">',
        '<collectionProp name="Arguments.arguments">',
        '<elementProp name="user" elementType="HTTPArgument">',
        [bool('HTTPArgument.always_encode', true), string('Argument.value', '$' + '{user}')].join('\n'),
        [string('Argument.metadata', '='), string('Argument.name', 'user')].join('\n'),
        '</elementProp>',
        '</collectionProp>',
        '</elementProp>',
      ].join('\n'),
    ),
    ...children,
  )
const assertion = (name: string, code: string): string =>
  withTree(
    element(
      'ResponseAssertion',
      'AssertionGui',
      name,
      [
        `<collectionProp name="Asserion.test_strings">${string('49586', code)}</collectionProp>`,
        string('Assertion.test_field', 'Assertion.response_code'),
        bool('Assertion.assume_success', false),
        '<intProp name="Assertion.test_type">8</intProp>',
      ].join('\n'),
    ),
  )
const group = (name: string, threads: number, children: readonly string[], more = ''): string =>
  withTree(
    element(
      'ThreadGroup',
      'ThreadGroupGui',
      name,
      [
        string('ThreadGroup.on_sample_error', 'continue'),
        '<elementProp name="ThreadGroup.main_controller" elementType="LoopController">',
        string('LoopController.loops', '-1'),
        bool('LoopController.continue_forever', false),
        '</elementProp>',
        string('ThreadGroup.num_threads', String(threads)),
        string('ThreadGroup.ramp_time', '5'),
        bool('ThreadGroup.scheduler', true),
        string('ThreadGroup.duration', '60'),
        string('ThreadGroup.delay', ''),
        bool('ThreadGroup.same_user_on_next_iteration', true),
      ].join('\n'),
      more,
    ),
    ...children,
  )
/** Line ends are those of Windows, where most plans are created. */
const planOf = (name: string, children: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">',
    '<hashTree>',
    withTree(element('TestPlan', 'TestPlanGui', name, bool('TestPlan.functional_mode', false)), ...children),
    '</hashTree>',
    '</jmeterTestPlan>',
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n')

/** A shop with users from a csv file on its author's machine, a disabled element, and an element of a plugin. */
export const shopPlan = planOf('商城压测计划', [
  withTree(
    element(
      'ConfigTestElement',
      'HttpDefaultsGui',
      'HTTP 请求默认值',
      [string('HTTPSampler.domain', 'shop.example.com'), string('HTTPSampler.protocol', 'https')].join('\n'),
    ),
  ),
  withTree(
    element(
      'CSVDataSet',
      'TestBeanGUI',
      '用户数据',
      [
        string('filename', 'D:\\data\\buyers.csv'),
        string('fileEncoding', 'UTF-8'),
        string('variableNames', 'user,password'),
        string('delimiter', ','),
        bool('recycle', true),
        string('shareMode', 'shareMode.all'),
      ].join('\n'),
    ),
  ),
  group('浏览商品', 50, [
    withTree(
      element(
        'TransactionController',
        'TransactionControllerGui',
        '下单流程',
        bool('TransactionController.parent', true),
      ),
      request('登录', 'POST', '/login', assertion('登录成功', '200')),
      request('商品列表', 'GET', '/goods'),
      request('下单', 'POST', '/orders'),
    ),
    withTree(element('ConstantTimer', 'ConstantTimerGui', '思考时间', string('ConstantTimer.delay', '800'))),
    withTree(
      element(
        'com.example.plugin.TokenSampler',
        'com.example.plugin.TokenSamplerGui',
        '取令牌',
        [string('TokenSampler.realm', 'shop'), string('TokenSampler.key', 'k-2026')].join('\n'),
      ),
    ),
  ]),
  group('旧版接口', 10, [request('旧首页', 'GET', '/v1/index')], ' enabled="false"'),
])

/** As many elements as the largest plans in use have. */
export const largePlan = planOf(
  '两千个元素',
  Array.from({ length: 20 }, (_, number) =>
    group(
      `场景 ${number + 1}`,
      10,
      Array.from({ length: 50 }, (_each, step) =>
        request(`请求 ${number + 1}-${step + 1}`, 'GET', `/s${number}/r${step}`, assertion('状态码', '200')),
      ),
    ),
  ),
)
