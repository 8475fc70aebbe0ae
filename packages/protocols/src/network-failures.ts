/** Texts of what goes wrong while a connection is made or used, whatever the protocol. `{detail}` is the system's own message. */
import { type Catalogue, encoderOf } from '@pone/schema/coded-text.ts'

export const networkFailures = {
  connectTimeout: { zh: '{ms} 毫秒内未能建立连接', en: 'connection not established within {ms} ms' },
  connectCut: {
    zh: '连接在建立过程中被关闭',
    en: 'connection closed while connecting',
  },
  responseTimeout: { zh: '{ms} 毫秒内未收到完整响应', en: 'no complete response received within {ms} ms' },
  aborted: { zh: '请求已中止', en: 'request aborted' },
  refused: { zh: '连接被拒绝（{detail}）', en: 'connection refused ({detail})' },
  reset: { zh: '连接被对方重置（{detail}）', en: 'connection reset by peer ({detail})' },
  hostUnreachable: { zh: '主机或网络不可达（{detail}）', en: 'host or network unreachable ({detail})' },
  networkTimeout: { zh: '网络连接超时（{detail}）', en: 'network connection timed out ({detail})' },
  nameNotFound: { zh: '域名无法解析（{detail}）', en: 'the host name cannot be resolved ({detail})' },
  nameServerFailed: {
    zh: 'DNS 服务器没有给出结果（{detail}）',
    en: 'the DNS server returned no result ({detail})',
  },
  tooManyFiles: {
    zh: '压力机的文件描述符已用完（{detail}）',
    en: 'the load machine ran out of file descriptors ({detail})',
  },
  foreignSourceAddress: {
    zh: '源地址不是本机的地址（{detail}）',
    en: 'the source address does not belong to this machine ({detail})',
  },
  noLocalPort: { zh: '本地端口已用完（{detail}）', en: 'no local ports left ({detail})' },
  noSourceOfFamily: {
    zh: '没有与 {host} 同一地址族的源地址',
    en: 'no source address of the same address family as {host}',
  },
  tlsFailed: { zh: 'TLS 握手失败（{detail}）', en: 'TLS handshake failed ({detail})' },
  tlsAlert: {
    zh: 'TLS 对端发来警报 {alert}（{detail}）',
    en: 'TLS alert {alert} received from the peer ({detail})',
  },
  certificateExpired: {
    zh: '服务器证书已过期（{detail}）',
    en: 'the server certificate has expired ({detail})',
  },
  certificateUntrusted: {
    zh: '服务器证书不受信任（{detail}）；可在运行设置中上传信任的证书，或关闭证书校验',
    en: 'the server certificate is not trusted ({detail}); upload a trusted certificate in the run-time settings, or turn off verification',
  },
  certificateForOtherName: {
    zh: '服务器证书与主机名不符（{detail}）',
    en: 'the server certificate does not match the host name ({detail})',
  },
  trustedNotReadable: {
    zh: '信任的证书：文件中没有 PEM 或 DER 格式的证书',
    en: 'trusted certificate: the file contains no certificate in PEM or DER format',
  },
  certificateNotReadable: {
    zh: '客户端证书：文件中没有 PEM 或 DER 格式的证书',
    en: 'client certificate: the file contains no certificate in PEM or DER format',
  },
  keyOfOtherCertificate: {
    zh: '客户端证书：私钥与证书不匹配',
    en: 'client certificate: the private key does not match the certificate',
  },
  keyMissing: {
    zh: '客户端证书：文件中没有私钥，请选择私钥文件',
    en: 'client certificate: the file contains no private key; select the private key file',
  },
  keyNeedsPassphrase: {
    zh: '客户端证书：私钥已加密，请填写口令',
    en: 'client certificate: the private key is encrypted; enter the passphrase',
  },
  keyPassphraseWrong: {
    zh: '客户端证书：私钥口令不正确',
    en: 'client certificate: wrong private key passphrase',
  },
  keyOutdated: {
    zh: '客户端证书：私钥的加密方式已过时，请转换：openssl pkcs8 -topk8 -in old.key -out new.key',
    en: 'client certificate: the encryption of the private key is outdated; convert it: `openssl pkcs8 -topk8 -in old.key -out new.key`',
  },
  keyNotReadable: {
    zh: '客户端证书：私钥文件中没有 PEM 或 DER 格式的私钥',
    en: 'client certificate: the key file contains no private key in PEM or DER format',
  },
  p12PasswordWrong: {
    zh: '客户端证书（.p12）：密码不正确',
    en: 'client certificate (.p12): wrong password',
  },
  p12Outdated: {
    zh: '客户端证书（.p12）：加密方式（RC2 或 3DES）已过时，请转换：openssl pkcs12 -legacy -in old.p12 -nodes | openssl pkcs12 -export -out new.p12',
    en: 'client certificate (.p12): the encryption (RC2 or 3DES) is outdated; convert it: `openssl pkcs12 -legacy -in old.p12 -nodes | openssl pkcs12 -export -out new.p12`',
  },
  p12NotReadable: {
    zh: '客户端证书（.p12）：文件不是 PKCS #12 格式（{detail}）',
    en: 'client certificate (.p12): the file is not in PKCS #12 format ({detail})',
  },
  systemFault: { zh: '网络错误：{detail}', en: 'network error: {detail}' },
  proxyCredentials: {
    zh: '代理服务器不接受用户名和密码，或要求提供',
    en: 'the proxy does not accept the user name and password, or requires them',
  },
  proxyRefused: {
    zh: '代理服务器拒绝连接 {authority}：{status} {reason}',
    en: 'the proxy refused the connection to {authority}: {status} {reason}',
  },
  proxyEndless: {
    zh: '代理服务器的响应没有结尾',
    en: 'the response of the proxy has no end',
  },
  proxyNotHttp: {
    zh: '代理服务器的响应不是 HTTP',
    en: 'the response of the proxy is not HTTP',
  },
  socksNameTooLong: {
    zh: '域名过长，SOCKS5 代理无法处理',
    en: 'the host name is too long for the SOCKS5 proxy',
  },
  socksWrongMethod: {
    zh: 'SOCKS5 代理选择了未提供的认证方式',
    en: 'the SOCKS5 proxy selected an authentication method that was not offered',
  },
  socksAuthRequired: { zh: 'SOCKS5 代理要求认证', en: 'the SOCKS5 proxy requires authentication' },
  socksAuthRejected: {
    zh: 'SOCKS5 代理拒绝了用户名和密码',
    en: 'the SOCKS5 proxy refused the user name and password',
  },
  socksNoMethod: {
    zh: 'SOCKS5 代理既不接受用户名和密码，也不接受匿名访问',
    en: 'the SOCKS5 proxy accepts neither user name and password nor anonymous access',
  },
  socksNotSpoken: { zh: '代理服务器的响应不是 SOCKS5', en: 'the response of the proxy is not SOCKS5' },
  socksUnknownAddress: {
    zh: 'SOCKS5 代理的响应含有未知的地址类型',
    en: 'the response of the SOCKS5 proxy contains an unknown address type',
  },
  socksRefused: {
    zh: 'SOCKS5 代理无法连接 {authority}：{reason}',
    en: 'the SOCKS5 proxy cannot connect to {authority}: {reason}',
  },
} as const satisfies Catalogue

/** Writes why a connection failed, for `errorMessage` of an outcome. */
export const networkFailureText = encoderOf(networkFailures)
