/** HTTP requests and their defaults. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import {
  choice,
  code,
  column,
  file,
  flag,
  httpArguments,
  nested,
  number,
  password,
  table,
  text,
} from './fields.ts'

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'REPORT',
  'MKCALENDAR',
  'SEARCH',
] as const

const method = choice('HTTPSampler.method', '方法', 'Method', methods, { isOpen: true })

const address: readonly ItemDefinition[] = [
  choice('HTTPSampler.protocol', '协议', 'Protocol', ['', 'http', 'https', 'file'], { isOpen: true }),
  text('HTTPSampler.domain', '服务器名称或 IP', 'Server name or IP'),
  number('HTTPSampler.port', '端口', 'Port', { max: 65_535 }),
]
const path = text('HTTPSampler.path', '路径', 'Path')
const encoding = text('HTTPSampler.contentEncoding', '内容编码', 'Content encoding')

const fileTable = nested('HTTPsampler.Files', { elementType: 'HTTPFileArgs' }, [
  table('HTTPFileArgs.files', '上传文件', 'Files to upload', {
    elementType: 'HTTPFileArg',
    nameColumn: 'File.path',
    columns: [
      column('File.path', '文件', 'File', { widget: 'fileName' }),
      column('File.paramname', '参数名称', 'Parameter name'),
      column('File.mimetype', 'MIME 类型', 'MIME type'),
    ],
  }),
])

const connection: readonly ItemDefinition[] = [
  choice('HTTPSampler.implementation', '客户端实现', 'Implementation', [
    ['', '默认', 'Default'],
    'HttpClient4',
    'Java',
  ]),
  number('HTTPSampler.connect_timeout', '连接超时（毫秒）', 'Connect time-out (ms)'),
  number('HTTPSampler.response_timeout', '响应超时（毫秒）', 'Response time-out (ms)'),
]

const sources: readonly ItemDefinition[] = [
  text('HTTPSampler.ipSource', '源地址', 'Source address'),
  choice(
    'HTTPSampler.ipSourceType',
    '源地址类型',
    'Source address type',
    [
      ['0', 'IP 或主机名', 'IP or host name'],
      ['1', '网络设备', 'Device'],
      ['2', '设备 IPv4', 'Device IPv4'],
      ['3', '设备 IPv6', 'Device IPv6'],
    ],
    { type: 'int' },
  ),
]

const proxy: readonly ItemDefinition[] = [
  choice('HTTPSampler.proxyScheme', '代理协议', 'Proxy scheme', ['', 'http', 'https'], { isOpen: true }),
  text('HTTPSampler.proxyHost', '代理服务器', 'Proxy host'),
  number('HTTPSampler.proxyPort', '代理端口', 'Proxy port', { max: 65_535 }),
  text('HTTPSampler.proxyUser', '代理用户名', 'Proxy user'),
  password('HTTPSampler.proxyPass', '代理密码', 'Proxy password'),
]

const resources: readonly ItemDefinition[] = [
  flag('HTTPSampler.image_parser', '下载内嵌资源', 'Retrieve embedded resources'),
  flag('HTTPSampler.concurrentDwn', '并行下载', 'Download in parallel'),
  number('HTTPSampler.concurrentPool', '并行数量', 'Parallel downloads', { initial: '6', min: 1 }),
  text('HTTPSampler.embedded_url_re', '资源地址须匹配', 'URLs must match'),
  text('HTTPSampler.embedded_url_exclude_re', '资源地址不得匹配', 'URLs must not match'),
  flag('HTTPSampler.md5', '响应存为 MD5', 'Save the response as MD5 hash'),
]

const redirects: readonly ItemDefinition[] = [
  flag('HTTPSampler.follow_redirects', '跟随重定向', 'Follow redirects', { initial: 'true' }),
  flag('HTTPSampler.auto_redirects', '自动重定向', 'Redirect automatically'),
  flag('HTTPSampler.use_keepalive', '使用 KeepAlive', 'Use keep-alive', { initial: 'true' }),
  flag('HTTPSampler.DO_MULTIPART_POST', '以 multipart/form-data 发送', 'Send as multipart/form-data'),
  flag('HTTPSampler.BROWSER_COMPATIBLE_MULTIPART', '与浏览器兼容的头', 'Browser-compatible headers'),
]

/** The single row of arguments that is the body; it is created when a text is written into it. */
const rawBody = (raw: string) =>
  flag('HTTPSampler.postBodyRaw', '请求体原样发送', 'Send the body as it is', { initial: raw })

const request: readonly ItemDefinition[] = [
  method,
  ...address,
  path,
  encoding,
  ...redirects,
  rawBody('false'),
  httpArguments(),
  fileTable,
  ...connection,
  ...resources,
  ...sources,
  ...proxy,
]

const graphQl: readonly ItemDefinition[] = [
  method,
  ...address,
  path,
  encoding,
  ...redirects,
  rawBody('true'),
  text('GraphQLHTTPSampler.operationName', '操作名称', 'Operation name'),
  code('GraphQLHTTPSampler.query', '查询', 'Query', { language: 'javascript' }),
  code('GraphQLHTTPSampler.variables', '变量', 'Variables', { language: 'json' }),
  httpArguments(),
  ...connection,
  ...resources,
  ...sources,
  ...proxy,
]

export const httpElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      testclass: 'HTTPSamplerProxy',
      guiclass: 'HttpTestSampleGui',
      aliases: ['HTTPSampler', 'HTTPSampler2'],
      icon: 'http',
      zh: 'HTTP 请求',
      en: 'HTTP Request',
      items: request,
    },
    {
      testclass: 'HTTPSamplerProxy',
      guiclass: 'GraphQLHTTPSamplerGui',
      icon: 'http',
      zh: 'GraphQL HTTP 请求',
      en: 'GraphQL HTTP Request',
      items: graphQl,
    },
    {
      testclass: 'AjpSampler',
      guiclass: 'AjpSamplerGui',
      icon: 'http',
      zh: 'AJP/1.3 取样器',
      en: 'AJP/1.3 Sampler',
      items: [...address, method, path, encoding, ...redirects, rawBody('false'), httpArguments(), fileTable],
    },
    {
      testclass: 'AccessLogSampler',
      icon: 'http',
      zh: '访问日志取样器',
      en: 'Access Log Sampler',
      items: [
        choice('protocol', '协议', 'Protocol', ['http', 'https'], { isOpen: true }),
        text('domain', '服务器', 'Server'),
        number('portString', '端口', 'Port', { max: 65_535 }),
        flag('imageParsing', '解析图片', 'Parse images'),
        file('logFile', '日志文件', 'Log file'),
        choice(
          'parserClassName',
          '解析器',
          'Parser',
          ['TCLogParser', 'SharedTCLogParser', 'OrderPreservingLogParser'].map(
            name => `org.apache.jmeter.protocol.http.util.accesslog.${name}`,
          ),
          { isOpen: true },
        ),
        choice(
          'filterClassName',
          '过滤器（可选）',
          'Filter (optional)',
          [
            '',
            'org.apache.jmeter.protocol.http.util.accesslog.LogFilter',
            'org.apache.jmeter.protocol.http.util.accesslog.SessionFilter',
          ],
          { isOpen: true },
        ),
      ],
    },
  ]),
  ...elementsOf('config', [
    {
      testclass: 'ConfigTestElement',
      guiclass: 'HttpDefaultsGui',
      icon: 'http',
      zh: 'HTTP 请求默认值',
      en: 'HTTP Request Defaults',
      items: [
        ...address,
        path,
        encoding,
        rawBody('false'),
        httpArguments(),
        ...connection,
        ...resources,
        ...sources,
        ...proxy,
      ],
    },
  ]),
]
