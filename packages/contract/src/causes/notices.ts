/** Why a notice of an alert was not accepted by its receiver, and what to do. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const noticeCauses = {
  noticePrivateAddress: {
    zh: '{host} 是内网地址，不允许发送。如需允许，由服务器管理员在环境变量 PONE_ALERT_ADDRESSES 中加入该地址或网段',
    en: '{host} is a private address, to which nothing is sent. To allow it, the administrator of the server adds the address or its subnet to the environment variable PONE_ALERT_ADDRESSES',
  },
  noticeTimedOut: {
    zh: '接收方在 {seconds} 秒内没有响应，请检查地址、防火墙以及接收方是否正常',
    en: 'The receiver did not respond within {seconds} s. Check the address, the firewall and the receiver',
  },
  noticeConnection: {
    zh: '无法连接接收方，请检查地址、端口以及服务是否运行',
    en: 'The receiver cannot be reached. Check address and port, and whether the service is running',
  },
  noticeNoAddress: {
    zh: '主机名 {host} 无法解析，请检查拼写和 DNS',
    en: 'The host name {host} cannot be resolved. Check its spelling and DNS',
  },
  noticeTls: {
    zh: '无法建立 TLS 连接，请检查加密方式，以及证书是否受信任、有效并属于该主机名',
    en: 'No TLS connection could be made. Check the encryption setting, and that the certificate is trusted, valid and issued for the host name',
  },
  noticeStatus: {
    zh: '接收方返回 HTTP {status}',
    en: 'The receiver answered with HTTP {status}',
  },
  noticeCode: {
    zh: '接收方拒绝了通知，错误码 {code}',
    en: 'The receiver refused the notice with code {code}',
  },
  noticeAnswer: {
    zh: '接收方的响应不是预期的内容，请检查地址',
    en: 'The receiver did not answer as expected. Check the address',
  },
  noticeWithoutText: {
    zh: '响应中没有“{expected}”',
    en: 'The answer does not contain “{expected}”',
  },
  noticeNobody: {
    zh: '没有收件人：渠道和监控都没有填写联系人',
    en: 'There is nobody to tell: neither the channel nor the monitor names a contact',
  },
  noticeSignIn: {
    zh: '邮件服务器不接受该用户名和密码',
    en: 'The mail server does not accept user name and password',
  },
  noticeSender: {
    zh: '邮件服务器不接受发件人 {from}',
    en: 'The mail server does not accept the sender {from}',
  },
  noticeRecipients: {
    zh: '邮件服务器不接受收件人 {recipients}，其余收件人已收到',
    en: 'The mail server does not accept the recipients {recipients}; the others were sent the mail',
  },
  noticeMail: {
    zh: '邮件服务器没有接受邮件',
    en: 'The mail server did not accept the mail',
  },
  noticeSettings: {
    zh: '渠道的设置无法解密，请重新填写设置',
    en: 'The settings of the channel cannot be decrypted. Enter them again',
  },
  noticeFailed: {
    zh: '通知发送失败',
    en: 'The notice could not be sent',
  },
} as const satisfies Catalogue
