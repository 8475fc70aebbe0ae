/** Texts of the tracing console, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const tracingMessages = {
  'tracing.none': text('没有设置调用链追踪控制台', 'No tracing console is set'),
  'tracing.noneText': text(
    '填写项目所用 SkyWalking（或其他调用链追踪系统）控制台的地址后，成员可以从这里打开它。',
    'Enter the address of the console of SkyWalking, or of another tracing system, that the project uses. Members then open it from here.',
  ),
  'tracing.askManager': text('请项目经理设置地址。', 'Ask a project manager to set the address.'),
  'tracing.open': text('打开控制台', 'Open the console'),
  'tracing.opens': text(
    '控制台在新标签页中打开，登录和权限由它自己管理。',
    'The console opens in a new tab. It manages sign-in and permissions by itself.',
  ),
  'tracing.set': text('设置地址', 'Set the address'),
  'tracing.address': text('控制台地址', 'Address of the console'),
  'tracing.addressHelp': text(
    '以 http:// 或 https:// 开头，不含用户名和密码；留空则移除。',
    'Begins with http:// or https://, without user name or password. Leave it empty to remove the console.',
  ),
  'tracing.traceAddress': text('单个调用链的地址', 'Address of one trace'),
  'tracing.traceAddressHelp': text(
    '{{place}} 代表调用链 ID，例如 Jaeger 的 https://jaeger.example.com/trace/{{place}}；失败和慢的请求由此打开自己的调用链。留空则只显示 ID。',
    '{{place}} stands for the id of the trace, as in https://jaeger.example.com/trace/{{place}} of Jaeger. Failed and slow requests lead to their trace by it. Empty: only ids are shown.',
  ),
  'tracing.leadsTo': text('失败和慢的请求打开 {{address}}', 'Failed and slow requests lead to {{address}}'),
  'tracing.noTraceAddress': text(
    '没有设置单个调用链的地址，失败和慢的请求只显示调用链 ID。',
    'No address of one trace is set. Failed and slow requests show the id of their trace only.',
  ),
  'tracing.updated': text('由 {{who}} 设置于', 'Set by {{who}}'),
} as const
