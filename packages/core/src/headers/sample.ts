/**
 * The header that "Load Sample" enters: a newsletter over three hops, with the results of its receiver. Names and
 * addresses are those for documentation (RFC 2606, RFC 5737), the signatures are made up.
 */
export const sampleHeader = `Delivered-To: ada@mailbox.example
Return-Path: <bounces+4711@news.example.com>
Received: from mx.mailbox.example (mx.mailbox.example [198.51.100.25])
        by store3.mailbox.example (Postfix) with LMTP id 4ZK1vN2Lq9z3x
        for <ada@mailbox.example>; Tue, 24 Nov 2026 09:15:48 +0000 (UTC)
Authentication-Results: mx.mailbox.example;
        spf=pass (mx.mailbox.example: domain of bounces+4711@news.example.com
          designates 203.0.113.17 as permitted sender)
          smtp.mailfrom=news.example.com;
        dkim=pass (2048-bit key) header.d=example.com header.s=s1 header.b=Kq7hY2dA;
        dmarc=pass (p=quarantine) header.from=example.com
Received: from out17.sender.example (out17.sender.example [203.0.113.17])
        by mx.mailbox.example (Postfix) with ESMTPS id 4ZK1vL5tR1z1s
        (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))
        for <ada@mailbox.example>; Tue, 24 Nov 2026 09:15:46 +0000 (UTC)
Received: from app2.sender.example (app2.sender.example [192.0.2.44])
        by out17.sender.example with ESMTPSA id 1tFnQe-0003xK-2B
        for ada@mailbox.example; Tue, 24 Nov 2026 10:13:34 +0100
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com; s=s1;
        h=from:to:subject:date:message-id:list-unsubscribe:list-unsubscribe-post;
        t=1795511614; bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
        b=Kq7hY2dAq3n0cVbT5pZs8mWfLx1RgUeJ4oHyN6iDvC9tQkXwE2aMBrPzS7lGjYhu
From: "Example News" <news@example.com>
To: Ada Lovelace <ada@mailbox.example>
Subject: Your November summary
Date: Tue, 24 Nov 2026 10:13:33 +0100
Message-ID: <20261124091333.4711@news.example.com>
List-Unsubscribe: <https://news.example.com/unsubscribe?u=4711>,
        <mailto:unsubscribe@news.example.com?subject=4711>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8
`
