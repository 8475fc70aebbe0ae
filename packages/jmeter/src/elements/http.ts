/** Elements of HTTP: requests, defaults, managers of headers, cookies, cache, names and authorisation. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import {
  choice,
  code,
  column,
  file,
  flag,
  httpArguments,
  list,
  nested,
  number,
  optionsOf,
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
      column('File.path', '文件', 'File', { kind: 'file' }),
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

/** The one row of arguments that is the body; it comes to be when something is written into it. */
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
  code('GraphQLHTTPSampler.query', '查询', 'Query', { language: 'graphql' }),
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
    {
      testclass: 'HeaderManager',
      guiclass: 'HeaderPanel',
      icon: 'table',
      zh: 'HTTP 信息头管理器',
      en: 'HTTP Header Manager',
      items: [
        table('HeaderManager.headers', '信息头', 'Headers', {
          elementType: 'Header',
          nameColumn: null,
          columns: [column('Header.name', '名称', 'Name'), column('Header.value', '值', 'Value')],
        }),
      ],
    },
    {
      testclass: 'CookieManager',
      guiclass: 'CookiePanel',
      icon: 'table',
      zh: 'HTTP Cookie 管理器',
      en: 'HTTP Cookie Manager',
      items: [
        table('CookieManager.cookies', '用户定义的 Cookie', 'User-defined cookies', {
          elementType: 'Cookie',
          nameColumn: null,
          columns: [
            column('Cookie.value', '值', 'Value'),
            column('Cookie.domain', '域', 'Domain'),
            column('Cookie.path', '路径', 'Path'),
            column('Cookie.secure', '安全', 'Secure', { kind: 'boolean' }),
            column('Cookie.expires', '过期时间', 'Expires', { type: 'long', initial: '0', isHidden: true }),
            column('Cookie.path_specified', '指定路径', 'Path given', {
              kind: 'boolean',
              initial: 'true',
              isHidden: true,
            }),
            column('Cookie.domain_specified', '指定域', 'Domain given', {
              kind: 'boolean',
              initial: 'true',
              isHidden: true,
            }),
          ],
        }),
        flag('CookieManager.clearEachIteration', '每次迭代清除 Cookie', 'Clear cookies each iteration'),
        flag(
          'CookieManager.controlledByThreadGroup',
          '由线程组设置决定是否清除',
          'Use the thread group’s setting to clear',
        ),
        choice('CookieManager.policy', 'Cookie 策略', 'Cookie policy', [
          'standard',
          'standard-strict',
          'ignoreCookies',
          'netscape',
          'default',
          'rfc2109',
          'rfc2965',
          'best-match',
          'compatibility',
        ]),
        text('CookieManager.implementation', '实现类', 'Implementation', {
          initial: 'org.apache.jmeter.protocol.http.control.HC4CookieHandler',
        }),
      ],
    },
    {
      testclass: 'CacheManager',
      guiclass: 'CacheManagerGui',
      icon: 'config',
      zh: 'HTTP 缓存管理器',
      en: 'HTTP Cache Manager',
      items: [
        flag('clearEachIteration', '每次迭代清除缓存', 'Clear cache each iteration'),
        flag('useExpires', '遵循 Cache-Control 和 Expires', 'Use Cache-Control and Expires', {
          initial: 'true',
        }),
        flag(
          'CacheManager.controlledByThread',
          '由线程组设置决定是否清除',
          'Use the thread group’s setting to clear',
        ),
        number('maxSize', '缓存条目上限', 'Max number of elements', { type: 'int', initial: '5000' }),
      ],
    },
    {
      testclass: 'AuthManager',
      guiclass: 'AuthPanel',
      icon: 'key',
      zh: 'HTTP 授权管理器',
      en: 'HTTP Authorization Manager',
      items: [
        table('AuthManager.auth_list', '授权', 'Authorizations', {
          elementType: 'Authorization',
          nameColumn: null,
          columns: [
            column('Authorization.url', '基础 URL', 'Base URL'),
            column('Authorization.username', '用户名', 'Username'),
            column('Authorization.password', '密码', 'Password', { kind: 'password' }),
            column('Authorization.domain', '域', 'Domain'),
            column('Authorization.realm', 'Realm', 'Realm'),
            column('Authorization.mechanism', '方式', 'Mechanism', {
              kind: 'choice',
              initial: 'BASIC',
              options: optionsOf(['BASIC', 'DIGEST', 'KERBEROS', 'BASIC_DIGEST']),
            }),
          ],
        }),
        flag('AuthManager.clearEachIteration', '每次迭代清除授权', 'Clear auth each iteration'),
        flag(
          'AuthManager.controlledByThreadGroup',
          '由线程组设置决定是否清除',
          'Use the thread group’s setting to clear',
        ),
      ],
    },
    {
      testclass: 'DNSCacheManager',
      guiclass: 'DNSCachePanel',
      icon: 'network',
      zh: 'DNS 缓存管理器',
      en: 'DNS Cache Manager',
      items: [
        flag('DNSCacheManager.clearEachIteration', '每次迭代清除缓存', 'Clear cache each iteration', {
          initial: 'true',
        }),
        flag('DNSCacheManager.isCustomResolver', '使用自定义 DNS 解析器', 'Use custom DNS resolver'),
        list('DNSCacheManager.servers', 'DNS 服务器', 'DNS servers'),
        table('DNSCacheManager.hosts', '静态主机表', 'Static host table', {
          elementType: 'StaticHost',
          nameColumn: 'StaticHost.Name',
          columns: [
            column('StaticHost.Name', '主机', 'Host'),
            column('StaticHost.Address', '地址', 'Addresses'),
          ],
        }),
      ],
    },
  ]),
  ...elementsOf('preProcessor', [
    {
      testclass: 'AnchorModifier',
      guiclass: 'AnchorModifierGui',
      zh: 'HTML 链接解析器',
      en: 'HTML Link Parser',
    },
    {
      testclass: 'URLRewritingModifier',
      guiclass: 'URLRewritingModifierGui',
      zh: 'HTTP URL 重写修饰符',
      en: 'HTTP URL Re-writing Modifier',
      items: [
        text('argument_name', '会话参数名称', 'Session argument name'),
        flag('path_extension', '路径扩展（用 ; 分隔）', 'Path extension (use ; as separator)'),
        flag('path_extension_no_equals', '路径扩展中不用等号', 'No equals in path extension'),
        flag('path_extension_no_questionmark', '路径扩展中不用问号', 'No question mark in path extension'),
        flag('cache_value', '缓存会话 ID', 'Cache session id', { initial: 'true' }),
        flag('encode', 'URL 编码', 'URL encode'),
      ],
    },
    {
      testclass: 'RegExUserParameters',
      guiclass: 'RegExUserParametersGui',
      zh: '正则表达式用户参数',
      en: 'RegEx User Parameters',
      items: [
        text('RegExUserParameters.regex_ref_name', '正则提取器引用名称', 'Regular expression reference name'),
        number('RegExUserParameters.param_names_gr_nr', '参数名所在组号', 'Group number of parameter names'),
        number(
          'RegExUserParameters.param_values_gr_nr',
          '参数值所在组号',
          'Group number of parameter values',
        ),
      ],
    },
  ]),
  ...elementsOf('nonTest', [
    {
      testclass: 'HttpMirrorControl',
      guiclass: 'HttpMirrorControlGui',
      icon: 'http',
      zh: 'HTTP 镜像服务器',
      en: 'HTTP Mirror Server',
      items: [
        number('HttpMirrorControlGui.port', '端口', 'Port', { initial: '8081', max: 65_535 }),
        number('HttpMirrorControlGui.maxPoolSize', '最大线程数', 'Max number of threads', { initial: '0' }),
        number('HttpMirrorControlGui.maxQueueSize', '队列上限', 'Max queue size', { initial: '25' }),
      ],
    },
    {
      testclass: 'ProxyControl',
      guiclass: 'ProxyControlGui',
      icon: 'http',
      zh: 'HTTP(S) 测试脚本记录器',
      en: 'HTTP(S) Test Script Recorder',
      items: [
        number('ProxyControlGui.port', '端口', 'Port', { initial: '8888', max: 65_535 }),
        text('ProxyControlGui.domains', 'HTTPS 域名', 'HTTPS domains'),
        list('ProxyControlGui.include_list', '包含的 URL', 'URL patterns to include'),
        list('ProxyControlGui.exclude_list', '排除的 URL', 'URL patterns to exclude'),
        text('ProxyControlGui.content_type_include', '包含的内容类型', 'Content types to include'),
        text('ProxyControlGui.content_type_exclude', '排除的内容类型', 'Content types to exclude'),
        flag('ProxyControlGui.capture_http_headers', '记录信息头', 'Capture HTTP headers', {
          initial: 'true',
        }),
        flag('ProxyControlGui.add_assertion', '添加断言', 'Add assertions'),
        flag('ProxyControlGui.regex_match', '用正则匹配变量', 'Regex matching'),
        choice(
          'ProxyControlGui.grouping_mode',
          '分组',
          'Grouping',
          [
            ['0', '不分组', 'Do not group'],
            ['1', '组间添加分隔', 'Add separators'],
            ['2', '每组放入控制器', 'Each group in a controller'],
            ['3', '只保存每组第一个', 'First sampler of each group only'],
            ['4', '每组放入事务控制器', 'Each group in a transaction controller'],
          ],
          { type: 'int' },
        ),
        choice('ProxyControlGui.sampler_type_name', '取样器类型', 'Sampler type', [
          ['', '默认', 'Default'],
          'HttpClient4',
          'Java',
        ]),
        flag('ProxyControlGui.sampler_redirect_automatically', '自动重定向', 'Redirect automatically'),
        flag('ProxyControlGui.sampler_follow_redirects', '跟随重定向', 'Follow redirects', {
          initial: 'true',
        }),
        flag('ProxyControlGui.use_keepalive', '使用 KeepAlive', 'Use keep-alive', { initial: 'true' }),
        flag('ProxyControlGui.detect_graphql_request', '识别 GraphQL 请求', 'Detect GraphQL requests', {
          initial: 'true',
        }),
        flag('ProxyControlGui.sampler_download_images', '下载内嵌资源', 'Retrieve embedded resources'),
        choice(
          'ProxyControlGui.proxy_http_sampler_naming_mode',
          '命名方式',
          'Naming',
          [
            ['0', '前缀', 'Prefix'],
            ['1', '交易名称', 'Transaction name'],
            ['2', '后缀', 'Suffix'],
            ['3', '格式串', 'Format string'],
          ],
          { type: 'int' },
        ),
        text('ProxyControlGui.proxy_prefix_http_sampler_name', '名称前缀', 'Name prefix'),
        number(
          'ProxyControlGui.proxy_pause_http_sampler',
          '新建交易前的间隔（毫秒）',
          'New transaction after (ms)',
        ),
        text('ProxyControlGui.default_encoding', '默认编码', 'Default encoding'),
        flag(
          'ProxyControlGui.notify_child_sl_filtered',
          '把过滤掉的取样通知监听器',
          'Notify listeners of filtered samplers',
        ),
      ],
    },
  ]),
]
