/** Help for FTP, TCP and LDAP. */
import type { HelpTable } from './table.ts'

export const networkHelp: HelpTable = {
  'FTPSampler.server': ['FTP 服务器的主机名或 IP，不带 ftp://。', 'Host name or IP address, without ftp://.'],
  'FTPSampler.port': ['留空或 0 表示 21。', 'Empty or 0 = 21.'],
  'FTPSampler.filename': ['服务器上的路径和文件名。', 'Path and name of the file on the server.'],
  'FTPSampler.localfilename': [
    '下载时写入、上传时读取的文件。下载时可留空。',
    'File to write for a download, or to read for an upload. May be empty for a download.',
  ],
  'FTPSampler.inputdata': [
    '直接填写要上传的内容，代替本地文件。',
    'Content to upload in place of a local file.',
  ],
  'FTPSampler.upload': ['打开为上传，关闭为下载。', 'On: upload. Off: download.'],
  'FTPSampler.binarymode': [
    '按字节传输，不转换换行；文本以外的文件请打开。',
    'Transfers bytes without changing line ends; needed for all files but texts.',
  ],
  'FTPSampler.saveresponse': [
    '把下载的内容保存在样本中，会占用内存。',
    'Keeps the downloaded content in the sample, which needs memory.',
  ],
  'TCPSampler.classname': [
    '怎样读写数据：TCPClientImpl 为文本，BinaryTCPClientImpl 为十六进制，LengthPrefixedBinaryTCPClientImpl 带长度前缀。留空为文本。',
    'How data is read and written: TCPClientImpl for text, BinaryTCPClientImpl for hex, LengthPrefixedBinaryTCPClientImpl with a length first. Empty = text.',
  ],
  'TCPSampler.server': ['TCP 服务的主机名或 IP。', 'Host name or IP address of the TCP service.'],
  'TCPSampler.port': ['TCP 服务监听的端口。', 'Port of the TCP service.'],
  'TCPSampler.ctimeout': [
    '建立连接最多等待多久。留空或 0 表示不限。',
    'The longest wait for a connection. Empty or 0 = no limit.',
  ],
  'TCPSampler.timeout': [
    '等待响应最多多久。留空或 0 表示不限。',
    'The longest wait for an answer. Empty or 0 = no limit.',
  ],
  'TCPSampler.reUseConnection': [
    '同一线程的下一个请求继续用这个连接。',
    'The next request of the thread uses the same connection.',
  ],
  'TCPSampler.closeConnection': ['请求完成后关闭连接。', 'Closes the connection after the request.'],
  'TCPSampler.nodelay': [
    '打开 TCP_NODELAY，小报文立即发送。',
    'Turns TCP_NODELAY on: small packets are sent at once.',
  ],
  'TCPSampler.soLinger': [
    '关闭连接时最多等待多少秒发完数据。0 表示立即断开，可避免大量 TIME_WAIT。',
    'Seconds to wait for unsent data on close. 0 closes at once and avoids many sockets in TIME_WAIT.',
  ],
  'TCPSampler.EolByte': [
    '读到这个字节就算响应结束，-128 到 127，例如 10 是换行。留空时读到连接关闭。',
    'The answer ends at this byte, from -128 to 127; 10 is a line feed. Empty = when the connection is closed.',
  ],
  'TCPSampler.request': ['要发送的内容；二进制类写十六进制。', 'What is sent; hex for the binary classes.'],
  servername: ['LDAP 服务器的主机名或 IP。', 'Host name or IP address of the LDAP server.'],
  'LdapTestSamplerGui:port': ['一般为 389，LDAPS 为 636。', 'Usually 389, or 636 for LDAPS.'],
  'LdapExtTestSamplerGui:port': ['一般为 389，LDAPS 为 636。', 'Usually 389, or 636 for LDAPS.'],
  'LdapConfigGui:port': ['一般为 389，LDAPS 为 636。', 'Usually 389, or 636 for LDAPS.'],
  'LdapExtConfigGui:port': ['一般为 389，LDAPS 为 636。', 'Usually 389, or 636 for LDAPS.'],
  rootdn: [
    '操作从目录的这个位置开始，例如 dc=example,dc=com。',
    'Place of the directory where operations begin, for example dc=example,dc=com.',
  ],
  test: ['要测试的目录操作。', 'Operation of the directory to test.'],
  user_defined: [
    '使用下面填写的数据；关闭时由 JMeter 生成测试数据。',
    'Uses the data below. Off: JMeter creates test data.',
  ],
  base_entry_dn: [
    '要添加或修改的条目，相对于根 DN，例如 cn=test。',
    'Entry to add or change, below the root DN, for example cn=test.',
  ],
  search: ['从哪里开始查询，相对于根 DN。', 'Where the search begins, below the root DN.'],
  searchfilter: ['例如 “(cn=zhang*)”。', 'For example (cn=smith*).'],
  delete: ['要删除的条目，相对于根 DN。', 'Entry to delete, below the root DN.'],
  'LdapTestSamplerGui:arguments/Arguments.arguments': [
    '添加或修改时写入的属性。',
    'Attributes that adding or modifying writes.',
  ],
  'LdapConfigGui:arguments/Arguments.arguments': [
    '添加或修改时写入的属性。',
    'Attributes that adding or modifying writes.',
  ],
  'LdapExtTestSamplerGui:arguments/Arguments.arguments': ['新条目的属性。', 'Attributes of the new entry.'],
  'LdapExtConfigGui:arguments/Arguments.arguments': ['新条目的属性。', 'Attributes of the new entry.'],
  'ldaparguments/Arguments.arguments': [
    '操作为 add、replace 或 delete。',
    'The operation is add, replace or delete.',
  ],
  scope: [
    '只查基准条目、它的下一级，还是整个子树。',
    'Searches the base entry only, one level below it, or the whole subtree.',
  ],
  countlimit: [
    '最多返回多少个条目。0 或留空表示不限。',
    'The most entries to return. 0 or empty = no limit.',
  ],
  timelimit: [
    '服务器最多查询多久。0 或留空表示不限。',
    'The longest search on the server. 0 or empty = no limit.',
  ],
  attributes: ['用分号分隔。留空返回全部属性。', 'Separated by semicolons. Empty = all.'],
  return_object: ['同时返回条目绑定的 Java 对象。', 'Returns the Java objects of the entries as well.'],
  deref_aliases: ['查询时把别名替换成它指向的条目。', 'Follows aliases to their entries.'],
  connection_timeout: [
    '建立连接最多等待多久。留空由系统决定。',
    'The longest wait for a connection. Empty = that of the system.',
  ],
  parseflag: [
    '把结果按条目排序写入响应，便于断言；关闭时较快。',
    'Writes the results into the response in a fixed order for assertions. Off is faster.',
  ],
  secure: ['使用 LDAPS 加密连接。', 'Encrypts the connection (LDAPS).'],
  trustall: [
    '不验证服务器证书，只用于测试环境。',
    'Does not verify the server’s certificate; for test environments only.',
  ],
  user_dn: [
    '绑定时使用的账号，例如 cn=admin,dc=example,dc=com。',
    'Account to bind with, for example cn=admin,dc=example,dc=com.',
  ],
  comparedn: ['要比较的条目，相对于根 DN。', 'Entry to compare, below the root DN.'],
  comparefilt: [
    '例如 “(mail=a@example.com)”，条目符合时比较成功。',
    'For example (mail=a@example.com); the comparison succeeds if the entry matches.',
  ],
  modddn: ['要改名的条目。', 'Entry to rename.'],
  newdn: ['条目的新名称，例如 cn=new。', 'New name of the entry, for example cn=new.'],
}
