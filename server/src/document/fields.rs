//! The kinds of fields. A field's name means one thing in the whole API, so the schema of a price or of an id is
//! written once, in `kinds.rs`, and found by the field's name.

use std::collections::BTreeMap;

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, Components, Object, OneOf, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};

use super::{kinds, tree};

/// Fields whose names other fields have too, as `Schema.field`.
const BY_SCHEMA: &[(&str, &str)] = &[
    ("AddMarginRequest.amount", "Amount"),
    ("ArticleRow.author", "ArticleAuthor"),
    ("ArticlesRequest.before", "Id"),
    ("ArticlesRequest.tag", "Word"),
    ("AffordableRequest.price", "Quantity"),
    ("AffordableRequest.size", "PositionShare"),
    ("BillRow.kind", "BillKind"),
    ("BookLevel.size", "Decimal"),
    ("TradingBreak.from", "TimeOfDay"),
    ("TradingBreak.to", "TimeOfDay"),
    ("AmendRequest.trailAmount", "Quantity"),
    ("AmendRequest.trailPercent", "TrailPercent"),
    ("CloseRequest.quantity", "Quantity"),
    ("CloseRequest.size", "HalfOrFull"),
    ("CorporateActionRow.action", "CorporateActionKind"),
    ("CreateGroupRequest.name", "GroupName"),
    ("DepositReply.status", "DepositStatus"),
    ("EventRow.event", "MarketEvent"),
    ("FeeTerms.basis", "FeeBasis"),
    ("FeeTerms.rounding", "FeeRounding"),
    ("HaltInfo.kind", "HaltKind"),
    ("HaltedInstrument.kind", "HaltOrRestraint"),
    ("MarketStatus.session", "MarketSession"),
    ("GroupReply.name", "GroupName"),
    ("NoticeRow.kind", "NoticeKind"),
    ("NoticeRow.subject", "NoticeSubject"),
    ("OrderReply.reason", "CloseReason"),
    ("PageInfo.pageSize", "RowCount"),
    ("OrderReply.status", "OrderStatus"),
    ("FileReply.url", "FileUrl"),
    ("ForexOrderRequest.amount", "Amount"),
    ("ForexOrderRequest.direction", "PositionSide"),
    ("ForexOrderRequest.leverage", "Quantity"),
    ("ForexOrderRequest.price", "Quantity"),
    ("ForexOrderRequest.quantity", "Quantity"),
    ("ForexOrderRequest.stopPrice", "Quantity"),
    ("ForexOrderRequest.trailAmount", "Quantity"),
    ("ForexOrderRequest.trailPercent", "TrailPercent"),
    ("InvitedCustomer.email", "MaskedEmail"),
    ("LeverageRequest.leverage", "Quantity"),
    ("MarginPositionReply.direction", "PositionSide"),
    ("MarginPreviewRequest.amount", "Amount"),
    ("MarginPreviewRequest.leverage", "Quantity"),
    ("OrderRequest.amount", "Amount"),
    ("OrderRequest.price", "Quantity"),
    ("OrderRequest.quantity", "Quantity"),
    ("OrderRequest.stopPrice", "Quantity"),
    ("OrderRequest.trailAmount", "Quantity"),
    ("OrderRequest.trailPercent", "TrailPercent"),
    ("StockRow.source", "AssetSource"),
    ("PayoutDetails.address", "ChainAddress"),
    ("PayoutReply.accountNumber", "Masked"),
    ("PayoutReply.address", "Masked"),
    ("PayoutReply.cardNumber", "Masked"),
    ("PositionRow.direction", "PositionSide"),
    ("PositionRow.status", "PositionStatus"),
    ("ProtectRequest.stopLoss", "Quantity"),
    ("ProtectRequest.takeProfit", "Quantity"),
    ("QuoteReply.from", "WalletType"),
    ("QuoteReply.to", "WalletType"),
    ("QuoteRequest.amount", "Amount"),
    ("QuoteRequest.from", "WalletType"),
    ("QuoteRequest.to", "WalletType"),
    ("RateReply.from", "Currency"),
    ("RateReply.to", "Currency"),
    ("Receipt.side", "BookSide"),
    ("ReceiptJournal.kind", "JournalKind"),
    ("ReceiptLevel.size", "Decimal"),
    ("ReceiptTick.session", "MarketSession"),
    ("RechargeRequest.amount", "Amount"),
    ("SimulatedPaymentRequest.amount", "Quantity"),
    ("RenameGroupRequest.name", "GroupName"),
    ("ServerFacts.mailDelivery", "MailDelivery"),
    ("ServerFacts.mode", "Mode"),
    ("Span.link", "WebLink"),
    ("StockRow.open", "Decimal"),
    ("StockRow.session", "MarketSession"),
    ("StockRow.state", "InstrumentState"),
    ("TransferCancelReply.status", "TransferStatus"),
    ("TransferReply.from", "WalletType"),
    ("TransferReply.status", "TransferStatus"),
    ("TransferReply.to", "WalletType"),
    ("TransferRequest.amount", "Amount"),
    ("TransferRequest.from", "WalletType"),
    ("TransferRequest.to", "WalletType"),
    ("TrendingReply.basis", "TrendingBasis"),
    ("ServiceReply.status", "BlockTradeStatus"),
    ("User.blockTradeStatus", "BlockTradeStatus"),
    ("WatchGroup.name", "GroupName"),
    ("StepTimes.step", "WithdrawalStep"),
    ("WithdrawalReply.destination", "Masked"),
    ("WithdrawalReply.sentBy", "Sending"),
    ("WithdrawalReply.status", "WithdrawalStatus"),
    ("WithdrawalRequest.amount", "Amount"),
    ("WithdrawalsRequest.status", "WithdrawalStatus"),
];

/// The kind of a name for every field or parameter that has it. Every `…Timestamp` is a `Timestamp`.
const BY_NAME: &[(&str, &[&str])] = &[
    ("SortColumn", &["sort"]),
    ("AbaRoutingNumber", &["abaRoutingNumber"]),
    ("AccountNumber", &["accountNumber"]),
    ("Calendar", &["calendar"]),
    ("CardNumber", &["cardNumber"]),
    ("Chain", &["chain", "chains"]),
    (
        "Currency",
        &[
            "currency",
            "baseCurrency",
            "counterCurrency",
            "walletCurrency",
            "creditCurrency",
            "debitCurrency",
            "fromCurrency",
            "priceCurrency",
            "toCurrency",
        ],
    ),
    (
        "Date",
        &[
            "allotmentDate",
            "blockRuleSince",
            "date",
            "endDate",
            "exDate",
            "expireDate",
            "knownUntil",
            "listDate",
            "localDate",
            "payDate",
            "prospectusSubmissionDate",
            "purchaseEndDate",
            "rateSince",
            "recordDate",
            "since",
            "startDate",
            "subscriptionDate",
            "today",
            "until",
        ],
    ),
    (
        "Decimal",
        &[
            "amount",
            "amountIn",
            "amountOut",
            "amplitude",
            "ask",
            "askSize",
            "availableBalance",
            "availableNum",
            "avgPrice",
            "stopPrice",
            "balance",
            "balanceAfter",
            "bid",
            "bidSize",
            "blockBand",
            "blockHigh",
            "blockLow",
            "blockMinQuantity",
            "blockMinValue",
            "buyingPower",
            "buyingPowerAfter",
            "cash",
            "change",
            "change_ratio",
            "closeOutPercent",
            "creditAmount",
            "debitAmount",
            "f2",
            "f3",
            "f4",
            "f5",
            "fee",
            "feeTotal",
            "filledQuantity",
            "fromAmount",
            "fundRaising",
            "heldAmount",
            "high",
            "hkTodayProfit",
            "hkUnrealizedProfit",
            "imbalance",
            "indicativeChangeRatio",
            "indicativePrice",
            "indicatorsQuoteClose",
            "initialMargin",
            "isolatedPosition",
            "last",
            "leverage",
            "leverageCap",
            "liquidationPrice",
            "longRate",
            "lotSize",
            "low",
            "lowerPrice",
            "marginLevel",
            "marginProfit",
            "markPrice",
            "marketCap",
            "marketCollar",
            "marketValue",
            "markup",
            "maxAmount",
            "maxLeverage",
            "maxQuantity",
            "middleRate",
            "minAmount",
            "minCount",
            "minimumDeposit",
            "netAmount",
            "nightFinancing",
            "notional",
            "pairedVolume",
            "perShare",
            "pipValue",
            "positionNum",
            "prevClose",
            "price",
            "priceHigh",
            "priceLow",
            "priceBand",
            "priceUpTo",
            "price_nominal",
            "profit",
            "quantity",
            "rate",
            "sellProfit",
            "sharesOffered",
            "shortRate",
            "spreadCost",
            "stopLoss",
            "subscriptionPrice",
            "takeProfit",
            "tickSize",
            "toAmount",
            "todayProfit",
            "todayProfitRatio",
            "total",
            "totalAssets",
            "trailAmount",
            "trailPercent",
            "trailPrice",
            "transferableBalance",
            "turnover",
            "unrealizedProfit",
            "upperPrice",
            "usable",
            "usedBalance",
            "volume",
            "week52High",
            "week52Low",
            "zdf",
        ],
    ),
    ("DepositChannel", &["channel"]),
    ("Digest", &["commitment", "seed", "signature"]),
    ("Direction", &["direction", "side"]),
    ("Email", &["email"]),
    ("AuctionKind", &["auctionKind"]),
    ("AuctionPhase", &["auctionPhase"]),
    ("EmailCode", &["code"]),
    (
        "Id",
        &[
            "id",
            "ids",
            "accountId",
            "orderId",
            "fillId",
            "fromGroupId",
            "groupId",
            "quoteId",
            "subjectId",
            "upTo",
            "watchId",
            "watchIds",
        ],
    ),
    ("IdempotencyKey", &["Idempotency-Key"]),
    ("InviteCode", &["inviteCode"]),
    ("Country", &["country"]),
    ("BirthDate", &["birthDate"]),
    ("DocumentNumber", &["documentNumber"]),
    ("DocumentType", &["documentType"]),
    ("DialCode", &["dialCode"]),
    ("FileUrl", &["frontUrl", "backUrl", "imageUrl", "proofUrl"]),
    ("KycStatus", &["kycStatus"]),
    ("MrzLine", &["mrzLine1", "mrzLine2"]),
    ("PersonName", &["firstName", "lastName"]),
    ("ApplicationReviewer", &["reviewedBy"]),
    ("Service", &["service"]),
    ("LoginPassword", &["password", "oldPassword"]),
    ("Market", &["market"]),
    ("ClientOrderId", &["clientOrderId"]),
    ("Month", &["month"]),
    ("MovementKinds", &["kinds"]),
    ("Network", &["network"]),
    ("OfferStatus", &["offerStatus"]),
    ("OrderType", &["orderType"]),
    ("PositionSide", &["positionDirection"]),
    ("PageNumber", &["pageNum"]),
    ("PageSize", &["pageSize"]),
    ("PartyName", &["bankName", "accountName"]),
    ("PayPassword", &["payPassword", "oldPayPassword"]),
    ("PlaceName", &["region", "city"]),
    ("PostalAddress", &["branchAddress", "personalAddress"]),
    ("PostalCode", &["postalCode"]),
    ("Source", &["source"]),
    ("StockCode", &["stockCode", "stock_code", "secuCode", "stkcode"]),
    ("SwiftCode", &["swiftCode"]),
    ("TimeInForce", &["timeInForce"]),
    ("Timestamp", &["from", "to"]),
    ("WalletType", &["walletType"]),
    ("Word", &["dictType"]),
];

/// The kind of a field; `None` if its name has none.
fn kind_of(schema: &str, field: &str) -> Option<&'static str> {
    let key = format!("{schema}.{field}");
    let here = BY_SCHEMA.iter().find(|(name, _)| *name == key).map(|(_, kind)| *kind);
    let anywhere = || BY_NAME.iter().find(|(_, names)| names.contains(&field)).map(|(kind, _)| *kind);
    here.or_else(anywhere).or_else(|| field.ends_with("Timestamp").then_some("Timestamp"))
}

/// Describes the fields of all schemas, and makes schemas refer to each other where generic ones contain copies.
pub fn describe_schemas(components: &mut Components) {
    refer_to_copies(&mut components.schemas);
    for schema in components.schemas.values_mut() {
        let RefOr::T(schema) = schema else { continue };
        loosen_tuple(schema);
        tree::visit(schema, "", &mut |_, field| {
            if let RefOr::T(schema) = field {
                loosen_tuple(schema);
            }
        });
    }
    let kinds = kinds::all();
    for (schema_name, schema) in &mut components.schemas {
        let RefOr::T(schema) = schema else { continue };
        tree::visit(schema, schema_name, &mut |name, field| describe(field, kind_of(schema_name, name), &kinds));
    }
    components.schemas.extend(kinds.into_iter().map(|(name, kind)| (name.to_owned(), kind.into())));
}

/// Describes the parameters of a call. An optional one is left out and never null.
pub fn describe_parameters(call: &mut Operation) {
    let kinds = kinds::all();
    for parameter in call.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        let Some(schema) = &mut parameter.schema else { continue };
        if let RefOr::T(Schema::Object(object)) = schema
            && let Some((bare, true)) = bare_type(object)
        {
            object.schema_type = SchemaType::Type(bare);
        }
        describe(schema, kind_of("", &parameter.name), &kinds);
    }
}

/// `Envelope<Paged<BillRow>>` contains a copy of `BillRow`.
fn refer_to_copies(schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let is_whole = |name: &str| !name.starts_with("Envelope_") && !name.starts_with("Paged_");
    let whole: Vec<(String, RefOr<Schema>)> = schemas
        .iter()
        .filter(|(name, schema)| is_whole(name) && matches!(schema, RefOr::T(Schema::Object(_) | Schema::AllOf(_))))
        .map(|(name, schema)| (name.clone(), schema.clone()))
        .collect();
    for schema in schemas.values_mut() {
        let RefOr::T(schema) = schema else { continue };
        tree::visit(schema, "", &mut |_, part| {
            if let Some((name, _)) = whole.iter().find(|(_, schema)| schema == part) {
                *part = Ref::from_schema_name(name).into();
            }
        });
    }
}

/// A tuple is described by its length and by the union of its items: readers of the document, Schemathesis and
/// generators of clients, do not support each item's own schema well.
fn loosen_tuple(schema: &mut Schema) {
    let Schema::Array(tuple) = schema else { return };
    if tuple.prefix_items.is_empty() {
        return;
    }
    let length = Some(tuple.prefix_items.len());
    let mut any = Object::default();
    any.schema_type = SchemaType::Array(vec![Type::Integer, Type::String]);
    tuple.prefix_items.clear();
    tuple.items = ArrayItems::RefOrSchema(Box::new(Schema::Object(any).into()));
    (tuple.min_items, tuple.max_items) = (length, length);
}

/// Makes a field that states only its type refer to its kind, if that has this type.
fn describe(field: &mut RefOr<Schema>, kind: Option<&'static str>, kinds: &BTreeMap<&'static str, Object>) {
    let Some((name, kind)) = kind.and_then(|name| Some((name, kinds.get(name)?))) else { return };
    let (description, nullable) = match field {
        RefOr::T(Schema::Object(object)) => match bare_type(object) {
            Some((bare, nullable)) if kind.schema_type == SchemaType::Type(bare.clone()) => {
                (object.description.take(), nullable)
            }
            _ => return,
        },
        RefOr::Ref(secret) if secret.ref_location.ends_with("/Secret") => {
            (Some(std::mem::take(&mut secret.description)), false)
        }
        _ => return,
    };
    let mut reference = Ref::from_schema_name(name);
    reference.description = description.unwrap_or_default();
    *field = if nullable { or_null(reference).into() } else { reference.into() };
}

fn or_null(reference: Ref) -> Schema {
    let mut null = Object::default();
    null.schema_type = SchemaType::Type(Type::Null);
    let items = vec![Schema::Object(null).into(), reference.into()];
    Schema::OneOf(OneOf { items, ..OneOf::default() })
}

/// The type of a schema that states nothing else of its values, and whether they may be null.
fn bare_type(object: &Object) -> Option<(Type, bool)> {
    let says_more = object.pattern.is_some() || object.enum_values.is_some() || object.max_length.is_some();
    match &object.schema_type {
        _ if says_more => None,
        SchemaType::Type(bare) => Some((bare.clone(), false)),
        SchemaType::Array(types) => match types.as_slice() {
            [bare, Type::Null] | [Type::Null, bare] => Some((bare.clone(), true)),
            _ => None,
        },
        SchemaType::AnyValue => None,
    }
}
