#!/usr/bin/perl
# Mail::SPF as a peer: one JSON object a line in ({ip, sender, helo}), one out ({result, explanation, problem}).
# The name server is the first argument.
use strict;
use warnings;
use JSON::PP;
use Mail::SPF;
use Net::DNS;

my $resolver = Net::DNS::Resolver->new(
    config_file => '/dev/null', nameservers => [$ARGV[0]], recurse => 1, retry => 3, retrans => 2, udp_timeout => 5,
    dnsrch => 0, defnames => 0, persistent_udp => 1,
);
my $no_explanation = 'no explanation of the domain';
my $server = Mail::SPF::Server->new(
    dns_resolver => $resolver,
    hostname => 'receiver.example.net',
    default_authority_explanation => $no_explanation,
);
my $json = JSON::PP->new->utf8->canonical;

sub evaluate {
    my ($query) = @_;
    # RFC 7208 section 2.4: what the null reverse-path stands for; its callers have to say so.
    my $sender = $query->{sender} eq '' ? "postmaster\@$query->{helo}" : $query->{sender};
    my $request = Mail::SPF::Request->new(
        versions => [1],
        scope => 'mfrom',
        identity => $sender,
        ip_address => $query->{ip},
        helo_identity => $query->{helo},
    );
    my $result = $server->process($request);
    my $code = $result->code;
    my $text = $code eq 'fail' ? '' . $result->authority_explanation : undef;
    $text = undef if defined $text && $text eq $no_explanation;
    return { result => $code, explanation => $text, problem => $code =~ /error$/ ? $result->text : undef };
}

$| = 1;
while (my $line = <STDIN>) {
    my $answer = eval { evaluate($json->decode($line)) };
    $answer = { result => 'crash', explanation => undef, problem => ref $@ ? ref($@) . ': ' . $@ : "$@" } if !$answer;
    print $json->encode($answer), "\n";
}
