import CMicroHTTPD

/// libmicrohttpd's callbacks: C functions that find their objects again and hand on.
///
/// INVARIANT: the daemon holds one reference to the core until it is stopped, a connection one to its peer between its
/// two notifications, and a request one to its exchange between `began` and `completed`. Each pointer that comes in is
/// one of these.
enum Callbacks {
  /// Adds all callbacks to a daemon's setup.
  static func install(_ core: Unmanaged<ServerCore>, in setup: inout lazy_mhd_setup) {
    setup.context = core.toOpaque()
    setup.connected = { context, connection, peer, code in
      guard let context, let connection, let peer else { return }
      let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
      if lazy_mhd_is_opened(code) != 0 {
        peer.pointee = Unmanaged.passRetained(core.open(connection)).toOpaque()
      } else if let held = peer.pointee {
        peer.pointee = nil
        core.close(Unmanaged<Peer>.fromOpaque(held).takeRetainedValue())
      }
    }
    setup.began = { context, target, connection in
      guard let context, let target, let connection, let peer = lazy_mhd_socket_context(connection) else { return nil }
      let exchange = Exchange(
        Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue(),
        Unmanaged<Peer>.fromOpaque(peer).takeUnretainedValue(), connection, target)
      return Unmanaged.passRetained(exchange).toOpaque()
    }
    setup.received = { _, _, _, method, version, bytes, count, exchange in
      guard let method, let version, let count, let held = exchange?.pointee else { return lazy_mhd_no }
      return Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
        .receive(method, version, bytes, count) ? lazy_mhd_yes : lazy_mhd_no
    }
    setup.completed = { _, _, exchange, _ in
      guard let held = exchange?.pointee else { return }
      exchange?.pointee = nil
      Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue().complete()
    }
  }
}
