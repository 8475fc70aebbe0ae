/** Help for HTTP requests, their managers, and the mirror and recorder servers. */
import type { HelpTable } from './table.ts'

export const httpHelp: HelpTable = {
  'HTTPSampler.method': ['HTTP 方法。GraphQL 一般用 POST。', 'HTTP method. GraphQL usually needs POST.'],
  'HTTPSampler.protocol': [
    '留空时用“HTTP 请求默认值”中的协议，没有则为 http。',
    'Empty = the protocol of the HTTP request defaults, or http.',
  ],
  'HTTPSampler.domain': [
    '不带协议和路径，例如 www.example.com。留空时用“HTTP 请求默认值”。',
    'Without protocol and path, for example www.example.com. Empty = the one of the HTTP request defaults.',
  ],
  'HTTPSampler.port': ['留空时 http 为 80，https 为 443。', 'Empty = 80 for http, 443 for https.'],
  'HTTPSampler.path': [
    '以 / 开头，可带查询串，例如 /api/orders?page=1。写完整 URL 时忽略上面的服务器。',
    'Begins with /, a query may follow, for example /api/orders?page=1. A whole URL replaces the server above.',
  ],
  'HTTPSampler.contentEncoding': [
    '参数和请求体的字符编码，中文接口一般填 UTF-8。留空时为 UTF-8。',
    'Character encoding of parameters and body. Empty = UTF-8.',
  ],
  'HTTPSampler.follow_redirects': [
    '由 JMeter 跟随重定向，每次跳转都是一个子样本。',
    'JMeter follows redirects, and each one is a sub-sample.',
  ],
  'HTTPSampler.auto_redirects': [
    '由 HTTP 客户端自动跳转，只用于 GET 和 HEAD，中间的响应不可见，Cookie 也可能丢失。',
    'The HTTP client follows redirects itself, for GET and HEAD only. The answers between are not visible, and their cookies may be lost.',
  ],
  'HTTPSampler.use_keepalive': [
    '复用连接，与浏览器相同。关闭后每个请求都重新建立连接。',
    'Reuses connections as browsers do. Off: each request opens a new one.',
  ],
  'HTTPSampler.DO_MULTIPART_POST': [
    '上传文件时打开。关闭时参数以 x-www-form-urlencoded 发送。',
    'Turn it on to upload files. Off: parameters are sent as x-www-form-urlencoded.',
  ],
  'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': [
    '打开后 multipart 的各部分不发送 Content-Type 和 Content-Transfer-Encoding。服务器解析上传失败时再试。',
    'Leaves out Content-Type and Content-Transfer-Encoding of the parts. Try it where a server cannot read the upload.',
  ],
  'HTTPSampler.postBodyRaw': [
    '发送 JSON、XML 等文本时打开；关闭时发送下面的参数。',
    'On for JSON, XML and other texts. Off: the parameters below are sent.',
  ],
  'HTTPsampler.Arguments/Arguments.arguments': [
    'GET 时加在 URL 后面，POST 时作为表单发送。值中有中文或特殊字符时打开“编码”。',
    'Added to the URL of a GET, sent as a form by a POST. Turn “URL encode” on for values with special characters.',
  ],
  'HTTPsampler.Arguments/Arguments.arguments/body': [
    '按原样发送的文本，可以引用变量。记得在信息头管理器中设置 Content-Type。',
    'Sent as it is; variables are allowed. Set Content-Type in a header manager.',
  ],
  'HTTPsampler.Files/HTTPFileArgs.files': [
    '要上传的文件，先上传到组件。只有一个文件、没有参数名时，文件内容就是请求体。',
    'Files to send; upload them to the component first. A single file without a parameter name is the body itself.',
  ],
  'HTTPSampler.implementation': [
    '默认为 HttpClient4。Java 实现功能较少，只在对比时选用。',
    'HttpClient4 by default. The Java client can do less; choose it only to compare.',
  ],
  'HTTPSampler.connect_timeout': [
    '建立连接最多等待多久。留空由操作系统决定，可能长达数分钟。',
    'The longest wait for a connection. Empty = that of the operating system, which may be minutes.',
  ],
  'HTTPSampler.response_timeout': [
    '等待响应数据的最长间隔。留空表示一直等待，系统无响应时线程会卡住。',
    'The longest wait for data of the response. Empty = no limit, and threads hang when the system does not answer.',
  ],
  'HTTPSampler.image_parser': [
    '解析 HTML 并下载其中的图片、样式和脚本，计入请求的时间。测接口时关闭。',
    'Loads pictures, style sheets and scripts of the page, and adds them to the time of the request. Off for APIs.',
  ],
  'HTTPSampler.concurrentDwn': [
    '内嵌资源同时下载，与浏览器相同。',
    'Loads embedded resources in parallel, as browsers do.',
  ],
  'HTTPSampler.concurrentPool': [
    '每个用户同时下载的资源数，浏览器一般为 6。',
    'Resources that a user loads at the same time. Browsers use 6.',
  ],
  'HTTPSampler.embedded_url_re': [
    '只下载地址匹配此正则的资源，例如只要本站的资源。留空表示全部。',
    'Only resources whose URL matches this regular expression are loaded. Empty = all.',
  ],
  'HTTPSampler.embedded_url_exclude_re': [
    '不下载地址匹配此正则的资源，例如第三方统计脚本。',
    'Resources whose URL matches this regular expression are not loaded, for example scripts of third parties.',
  ],
  'HTTPSampler.md5': [
    '结果中只保留响应的 MD5，不保留内容，下载大文件时节省内存。',
    'Keeps the MD5 of a response in place of its content, which saves memory with large downloads.',
  ],
  'HTTPSampler.ipSource': [
    '请求从压力机的这个地址发出，用于模拟多个客户端 IP。该地址须已配置在压力机上。留空由系统选择。',
    'Address of the load machine that sends the request, to simulate several clients. The machine must have it. Empty = chosen by the system.',
  ],
  'HTTPSampler.ipSourceType': [
    '源地址是 IP 或主机名，还是网卡名称。',
    'Whether the source address is an IP or host name, or a network device.',
  ],
  'HTTPSampler.proxyScheme': [
    '代理本身使用的协议，一般为 http。',
    'Protocol of the proxy itself, usually http.',
  ],
  'HTTPSampler.proxyHost': ['请求经过的代理。留空表示直接连接。', 'Proxy for the request. Empty = no proxy.'],
  'HTTPSampler.proxyPort': [
    '代理监听的端口，填了代理服务器时必填。',
    'Port of the proxy; required with a proxy host.',
  ],
  'HTTPSampler.proxyUser': ['代理需要认证时填写。', 'Only for a proxy that asks for a login.'],
  'HTTPSampler.proxyPass': [
    '代理需要认证时填写。密码在 .jmx 中是明文。',
    'Only for a proxy that asks for a login. It is readable in the .jmx file.',
  ],
  'GraphQLHTTPSampler.operationName': [
    '查询中有多个操作时，执行哪一个。',
    'Which operation to run if the query has several.',
  ],
  'GraphQLHTTPSampler.query': ['GraphQL 的查询或变更语句。', 'The GraphQL query or mutation.'],
  'GraphQLHTTPSampler.variables': ['查询变量，JSON 对象。', 'Variables of the query, a JSON object.'],
  'AccessLogSampler:protocol': ['回放请求时使用的协议。', 'Protocol of the replayed requests.'],
  'AccessLogSampler:domain': ['回放请求发往的服务器。', 'Server that gets the replayed requests.'],
  portString: ['留空时为 80。', 'Empty = 80.'],
  imageParsing: ['下载页面中的图片等资源。', 'Loads pictures and other resources of pages as well.'],
  logFile: [
    '要回放的访问日志，例如 Nginx 的 access.log。',
    'Access log to replay, for example access.log of Nginx.',
  ],
  parserClassName: [
    '怎样读取日志：TCLogParser 每个线程从头读；SharedTCLogParser 各线程分读同一文件；OrderPreserving 保持次序。',
    'How the log is read: TCLogParser from the beginning for each thread, SharedTCLogParser once for all threads, OrderPreservingLogParser in its order.',
  ],
  filterClassName: [
    '跳过部分日志行的类。SessionFilter 让同一客户端 IP 使用同一 Cookie。留空不过滤。',
    'Class that skips lines. SessionFilter keeps the cookies of each client address together. Empty = none.',
  ],
  'HeaderManager.headers': [
    '加到其作用范围内所有 HTTP 请求的信息头，例如 Content-Type、Authorization。',
    'Headers for all HTTP requests in its scope, such as Content-Type or Authorization.',
  ],
  'CookieManager.cookies': [
    '每个线程开始时已有的 Cookie。服务器设置的 Cookie 会自动保存，不必填写。',
    'Cookies that each thread has from the start. Those that the server sets are kept by themselves.',
  ],
  'CookieManager.clearEachIteration': [
    '每次迭代开始时清除，相当于每次都是新访客。',
    'Clears cookies at the start of each iteration, as for a new visitor.',
  ],
  'CookieManager.controlledByThreadGroup': [
    '按线程组的“每次迭代使用同一用户”决定，代替上面的选项。',
    'Follows “Same user on each iteration” of the thread group, in place of the option above.',
  ],
  'CookieManager.policy': [
    '怎样解析 Cookie。standard 适用于绝大多数网站；Cookie 不被接受时试 netscape 或 compatibility。',
    'How cookies are read. standard suits nearly all sites; try netscape or compatibility where cookies are refused.',
  ],
  'CookieManager.implementation': [
    '处理 Cookie 的类，保持默认即可。',
    'Class that handles cookies; keep the default.',
  ],
  'CacheManagerGui:clearEachIteration': [
    '每次迭代开始时清空，模拟首次访问；关闭时模拟回访用户。',
    'Empties the cache at the start of each iteration, as on a first visit. Off: as for a user that comes back.',
  ],
  useExpires: [
    '按响应头中的有效期使用缓存；关闭时每次都向服务器确认。',
    'Uses cached content as long as the response headers allow it. Off: the server is asked each time.',
  ],
  'CacheManager.controlledByThread': [
    '按线程组的“每次迭代使用同一用户”决定是否清空。',
    'Follows “Same user on each iteration” of the thread group.',
  ],
  maxSize: [
    '每个线程最多缓存多少个响应，默认 5000。线程多时减小可以节省内存。',
    'The most responses in the cache of a thread, 5000 by default. Fewer save memory with many threads.',
  ],
  'AuthManager.auth_list': [
    'URL 以“基础 URL”开头的请求使用对应的账号。',
    'Requests whose URL begins with the base URL use that account.',
  ],
  'AuthManager.clearEachIteration': [
    '每次迭代开始时重新认证。',
    'Authenticates again at the start of each iteration.',
  ],
  'AuthManager.controlledByThreadGroup': [
    '按线程组的“每次迭代使用同一用户”决定是否重新认证。',
    'Follows “Same user on each iteration” of the thread group.',
  ],
  'DNSCacheManager.clearEachIteration': [
    '每次迭代重新解析域名，使负载分散到域名的所有地址。',
    'Resolves names again in each iteration, so that the load spreads over all addresses of a name.',
  ],
  'DNSCacheManager.isCustomResolver': [
    '用下面的 DNS 服务器或主机表，代替系统的解析。',
    'Uses the DNS servers or hosts below in place of the system’s.',
  ],
  'DNSCacheManager.servers': [
    'DNS 服务器的 IP，每行一个。留空用系统的。',
    'IP addresses of DNS servers. Empty = those of the system.',
  ],
  'DNSCacheManager.hosts': [
    '主机名对应的 IP，相当于 hosts 文件。多个 IP 用逗号分隔，轮流使用。',
    'Addresses of host names, as in a hosts file. Several are separated by commas and used in turn.',
  ],
  argument_name: [
    'URL 中会话参数的名称，例如 jsessionid。',
    'Name of the session parameter in URLs, for example jsessionid.',
  ],
  path_extension: [
    '会话 ID 以 ;名称=值 的形式接在路径后面。',
    'The session id follows the path as ;name=value.',
  ],
  path_extension_no_equals: ['名称与值之间不写等号。', 'No “=” between name and value.'],
  path_extension_no_questionmark: [
    '读取会话 ID 时不把问号当作结尾。',
    'A “?” does not end the session id when it is read.',
  ],
  cache_value: ['页面中没有会话 ID 时，沿用上一次的。', 'Uses the last session id where a page has none.'],
  encode: ['发送前对会话 ID 做 URL 编码。', 'Encodes the session id before it is sent.'],
  'RegExUserParameters.regex_ref_name': [
    '同一作用范围内某个正则提取器的变量名，其各组给出参数名和值。',
    'Variable name of a regular expression extractor, whose groups give names and values of parameters.',
  ],
  'RegExUserParameters.param_names_gr_nr': [
    '正则中参数名是第几个括号。',
    'Which group of the expression holds the name, from 1.',
  ],
  'RegExUserParameters.param_values_gr_nr': [
    '正则中参数值是第几个括号。',
    'Which group of the expression holds the value, from 1.',
  ],
  'HttpMirrorControlGui.port': [
    '镜像服务器监听的端口，默认 8081。',
    'Port of the mirror server, 8081 by default.',
  ],
  'HttpMirrorControlGui.maxPoolSize': [
    '同时处理的连接数。0 表示不限。',
    'Connections that are served at the same time. 0 = no limit.',
  ],
  'HttpMirrorControlGui.maxQueueSize': [
    '等待处理的连接数上限，只在限制了线程数时有效。',
    'Connections that may wait; counts only with a limit of threads.',
  ],
  'ProxyControlGui.port': [
    '浏览器把代理设为本机的这个端口，默认 8888。',
    'Set the browser’s proxy to this port, 8888 by default.',
  ],
  'ProxyControlGui.domains': [
    '录制 HTTPS 时预先生成证书的域名，用逗号分隔，可用 *.example.com。',
    'Domains whose certificates are created in advance, separated by commas; *.example.com is allowed.',
  ],
  'ProxyControlGui.include_list': [
    '只录制 URL 匹配其中之一的请求。留空表示全部。',
    'Records only requests whose URL matches one of these regular expressions. Empty = all.',
  ],
  'ProxyControlGui.exclude_list': [
    '不录制 URL 匹配其中之一的请求，例如图片和样式。',
    'Requests whose URL matches one of these are not recorded, for example pictures.',
  ],
  'ProxyControlGui.content_type_include': [
    '只录制响应类型匹配此正则的请求。',
    'Records only requests whose response type matches this regular expression.',
  ],
  'ProxyControlGui.content_type_exclude': [
    '不录制响应类型匹配此正则的请求。',
    'Requests whose response type matches this regular expression are not recorded.',
  ],
  'ProxyControlGui.capture_http_headers': [
    '为每个请求生成信息头管理器。',
    'Adds a header manager to each request.',
  ],
  'ProxyControlGui.add_assertion': [
    '为每个请求添加空的响应断言。',
    'Adds an empty response assertion to each request.',
  ],
  'ProxyControlGui.regex_match': [
    '用变量替换录制到的值时按正则匹配，而不是整体相等。',
    'Replaces recorded values by variables where a regular expression matches, not only where they are equal.',
  ],
  'ProxyControlGui.grouping_mode': [
    '一次点击产生的请求怎样归在一起。',
    'How the requests of one click are put together.',
  ],
  'ProxyControlGui.sampler_type_name': [
    '录制的请求使用的 HTTP 客户端。',
    'HTTP client of the recorded requests.',
  ],
  'ProxyControlGui.sampler_redirect_automatically': [
    '录制的请求由客户端自动重定向。',
    'Recorded requests let the client follow redirects.',
  ],
  'ProxyControlGui.sampler_follow_redirects': [
    '录制的请求跟随重定向，跳转后的请求不再单独录制。',
    'Recorded requests follow redirects, which are then not recorded by themselves.',
  ],
  'ProxyControlGui.use_keepalive': ['录制的请求复用连接。', 'Recorded requests reuse connections.'],
  'ProxyControlGui.detect_graphql_request': [
    '把 GraphQL 请求录制为 GraphQL 取样器。',
    'Records GraphQL requests as GraphQL samplers.',
  ],
  'ProxyControlGui.sampler_download_images': [
    '录制的请求下载内嵌资源。',
    'Recorded requests load embedded resources.',
  ],
  'ProxyControlGui.proxy_http_sampler_naming_mode': [
    '录制的请求怎样命名。',
    'How recorded requests are named.',
  ],
  'ProxyControlGui.proxy_prefix_http_sampler_name': [
    '加在请求名称上的文字，或名称的格式。',
    'Text that is added to names, or the format of names.',
  ],
  'ProxyControlGui.proxy_pause_http_sampler': [
    '两个请求相隔超过这个时间，就算新的一次点击。',
    'Requests further apart than this belong to a new click.',
  ],
  'ProxyControlGui.default_encoding': [
    '页面没有声明编码时使用。',
    'Used for pages that declare no encoding.',
  ],
  'ProxyControlGui.notify_child_sl_filtered': [
    '被过滤的请求也交给监听器显示。',
    'Listeners get requests that the filters leave out, too.',
  ],
}
